import { OptionConflict } from './failures.ts'
import type { Link } from './link.ts'

type Permanence = Pick<Link, 'redirectType' | 'clickLimit' | 'passwordHash' | 'expiresAt'>

/** A permanent redirect is remembered by browsers, which would then pass by the limit, the date and the password. */
export function refuseConflicts(link: Permanence): void {
  if (link.redirectType !== 301 && link.redirectType !== 308) return
  const conflicts = [
    link.clickLimit !== null && 'clickLimit',
    link.passwordHash !== null && 'password',
    link.expiresAt !== null && 'expiresAt',
  ].filter((name) => name !== false)
  if (conflicts.length > 0) {
    throw new OptionConflict(
      ['redirectType', ...conflicts],
      'a permanent redirect (301 or 308) cannot be combined with these',
    )
  }
}
