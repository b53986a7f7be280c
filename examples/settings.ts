/** Where Tack runs. */
export const tackUrl = process.env.TACK_URL ?? 'http://localhost:3000'

/** A session token of `POST /v1/auth/login`, or an API key where the example says so. */
export function readToken(): string {
  const { TACK_TOKEN } = process.env
  if (!TACK_TOKEN) throw new Error('Set TACK_TOKEN. README.md says how to get one.')
  return TACK_TOKEN
}
