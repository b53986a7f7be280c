import { expect, it } from 'vitest'
import type { Link } from '../../src/modules/publishing/links/index.ts'
import { UnlockTokenIssuer } from '../../src/modules/visits/redirects/index.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { TestClock } from '../support/clock.ts'

const [present, former] = ['the present secret of this installation', 'the former secret of this installation']
const clock = new TestClock()
const issuerWith = (...secrets: [string, string?]) => new UnlockTokenIssuer(new Keyring(...secrets), clock)

it('an unlock token from before a rotation of JWT_SECRET is valid until the old secret is removed', () => {
  const link = { id: 'lnk_1', passwordVersion: 1 } as Link
  const token = issuerWith(former).issue(link)
  expect(issuerWith(present, former).isValid(link, token)).toBe(true)
  expect(issuerWith(present, former).isValid({ ...link, passwordVersion: 2 } as Link, token)).toBe(false)
  expect(issuerWith(present).isValid(link, token)).toBe(false)
})
