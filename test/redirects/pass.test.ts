import { expect, it } from 'vitest'
import type { Link } from '../../src/modules/links/index.ts'
import { UnlockTokenIssuer } from '../../src/modules/redirects/index.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { TestClock } from '../support/clock.ts'

const [present, former] = ['the present secret of this installation', 'the former secret of this installation']
const clock = new TestClock()
const passes = (...secrets: [string, string?]) => new UnlockTokenIssuer(new Keyring(...secrets), clock)

it('a pass from before a rotation of JWT_SECRET holds until the former secret is removed', () => {
  const link = { id: 'lnk_1', passwordVersion: 1 } as Link
  const pass = passes(former).issue(link)
  expect(passes(present, former).isValid(link, pass)).toBe(true)
  expect(passes(present, former).isValid({ ...link, passwordVersion: 2 } as Link, pass)).toBe(false)
  expect(passes(present).isValid(link, pass)).toBe(false)
})
