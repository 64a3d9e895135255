/** A message that the service does not process: error 450. */
export class OtaFailure extends Error {}
