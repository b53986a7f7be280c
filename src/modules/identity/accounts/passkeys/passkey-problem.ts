/** Why a passkey was not accepted, in the words of the page. */
export type PasskeyProblemKind = 'refused' | 'known' | 'tooMany'

/** A passkey that was not accepted. Passkeys work on pages only, so no operation has this error. */
export class PasskeyProblem extends Error {
  constructor(
    readonly kind: PasskeyProblemKind,
    cause?: unknown,
  ) {
    super(`The passkey was not accepted: ${kind}.`, { cause })
  }
}
