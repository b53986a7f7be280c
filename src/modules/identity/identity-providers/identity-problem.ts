/** Why an identity is not connected or removed: another account has it, it is the only way to log in, or it is not there. */
export type IdentityProblemKind = 'taken' | 'onlyWay' | 'missing'

/** A person cannot do this with an identity. The page says why. */
export class IdentityProblem extends Error {
  override readonly name = 'IdentityProblem'

  constructor(readonly kind: IdentityProblemKind) {
    super(`The identity cannot be changed: ${kind}.`)
  }
}
