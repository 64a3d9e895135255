/** The push was shed before any work, and the caller may send it again. */
export class OverloadedError extends Error {}
