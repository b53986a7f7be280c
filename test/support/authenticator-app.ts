import { TOTP } from 'otpauth'
import type { TestApp } from './app.ts'
import type { SeededAccount } from './seed.ts'

/** The authenticator app of an account, as it is on a phone. */
export interface TestAuthenticatorApp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** A code that was not used yet: the clock of the service goes one step on. */
  nextCode(): string
}

/** Adds an authenticator app to an account by its API. The session of the account stays. */
export async function addAuthenticatorApp(test: TestApp, { token }: SeededAccount): Promise<TestAuthenticatorApp> {
  const { json: app } = await test.rest.post('/v1/auth/authenticator-app', {}, { token })
  const { json } = await test.rest.post(
    '/v1/auth/authenticator-app/confirmation',
    { code: codeOf(app.secret, test.clock.now()) },
    { token },
  )
  return {
    secret: app.secret,
    recoveryCodes: json.codes,
    nextCode: () => {
      test.clock.advance({ seconds: 30 })
      return codeOf(app.secret, test.clock.now())
    },
  }
}

/** What an app with the secret shows at a time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
