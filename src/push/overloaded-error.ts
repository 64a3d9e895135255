/** The push was shed: nothing of it has been done, and the caller may send it again. */
export class OverloadedError extends Error {}
