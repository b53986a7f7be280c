import { expectError } from '../links/answers.ts'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A workspace on the plan `business` with a member of each role, and an account that is none. All have verified addresses but the owner. */
export interface Team extends Readonly<Record<Role, SeededAccount>> {
  readonly id: string
  readonly slug: string
  readonly stranger: SeededAccount
}

/** Verifies the address of an account, without the mail. */
export async function verifyEmail({ sql, clock }: TestApp, { id }: SeededAccount): Promise<void> {
  await sql('update account set email_verified_at = ? where id = ?', [clock.now(), id])
}

/** Adds a member as people do: by an invitation that the account accepts. */
export async function addMember(
  test: TestApp,
  { id, owner }: Pick<Team, 'id' | 'owner'>,
  account: SeededAccount,
  role: Role = 'member',
): Promise<void> {
  const body = { email: account.email, role }
  const invited = await test.rest.post(`/v1/workspaces/${id}/invitations`, body, as(owner))
  await verifyEmail(test, account)
  await test.rest.post(`/v1/invitations/${invited.json.token}/accept`, undefined, as(account))
}

export async function seedTeam(test: TestApp): Promise<Team> {
  const [owner, admin, member, viewer, stranger] = await Promise.all(
    roles.concat('viewer').map(() => test.seed.account()),
  )
  if (!owner || !admin || !member || !viewer || !stranger) throw new Error('An account is missing.')
  await verifyEmail(test, stranger)
  const { json } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(owner))
  await test.sql(`update workspace set plan = 'business' where id = ?`, [json.id])
  const team = { id: json.id, slug: json.slug, owner, admin, member, viewer, stranger }
  for (const role of ['admin', 'member', 'viewer'] as const) await addMember(test, team, team[role], role)
  return team
}

export const as = ({ token }: SeededAccount) => ({ token })

/** The roles of the members by their account id. */
export async function rolesIn({ rest }: TestApp, id: string, reader: SeededAccount): Promise<Record<string, Role>> {
  const { json } = await rest.get(`/v1/workspaces/${id}/members`, as(reader))
  return Object.fromEntries(json.map(({ userId, role }: { userId: string; role: Role }) => [userId, role]))
}

/** Asserts an error, and returns its details. */
export function detailsOf(answer: RestAnswer, status: number, code: string): unknown[] {
  expectError(answer, status, code)
  return answer.json.error.details
}

export async function personalWorkspaceOf({ sql }: TestApp, { id }: SeededAccount): Promise<string> {
  const [row] = await sql<{ id: string }>('select id from workspace where personal_account_id = ?', [id])
  if (!row) throw new Error('The account has no personal workspace.')
  return row.id
}
