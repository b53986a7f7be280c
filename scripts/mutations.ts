/** A guard of the source, and how `scripts/mutation-check.ts` removes or weakens it. */
export interface Mutation {
  /** What the service promises with the guard. */
  readonly promise: string
  readonly file: string
  /** Text that stands in the file exactly once, and what replaces it. The result compiles. */
  readonly find: string
  readonly replace: string
  /** The test files that are tried before all others. */
  readonly first?: readonly string[]
  /** Set where only a server shows it, because the embedded database runs one transaction at a time. */
  readonly race?: true
}

export const mutations: readonly Mutation[] = [
  {
    promise: 'Nobody reads or changes what belongs to another workspace.',
    file: 'src/platform/graphql/owned-rows.ts',
    find: 'return { ...where, workspace: { $in: workspaceIds } }',
    replace: "return { ...where, workspace: workspaceIds.length > 0 ? { $ne: '' } : { $in: workspaceIds } }",
    first: [
      'test/contract/workspace-isolation.test.ts',
      'test/webhooks/endpoints.test.ts',
      'test/links/delete.test.ts',
    ],
  },
  {
    promise: 'A viewer of a workspace changes nothing in it.',
    file: 'src/platform/graphql/request-context.ts',
    find: 'if (!isAtLeastRole(workspace.role, lowestRole)) throw new RoleTooLow(lowestRole)',
    replace: "if (!isAtLeastRole(workspace.role, 'viewer')) throw new RoleTooLow(lowestRole)",
    first: ['test/contract/roles.test.ts', 'test/workspaces/company.test.ts'],
  },
  {
    promise: 'A deleted workspace cannot be read.',
    file: 'src/modules/identity/workspaces/workspaces.queries.ts',
    find: 'where member.account_id = caller_account.id and deleted_at is null) end',
    replace: 'where member.account_id = caller_account.id) end',
    first: ['test/workspaces/workspaces.test.ts'],
  },
  {
    promise: 'A workspace keeps an owner.',
    file: 'src/modules/identity/workspaces/member.service.ts',
    find: "if (role === 'owner') await assertOtherOwner(em, workspace, context.accountId)",
    replace: "if (role !== 'owner') await assertOtherOwner(em, workspace, context.accountId)",
    first: ['test/workspaces/members.test.ts'],
  },
  {
    promise: 'Only the account whose address was invited accepts an invitation.',
    file: 'src/modules/identity/workspaces/invitation.service.ts',
    find: 'if (invitation.emailKey !== account.emailKey) throw new InvitationNotFound()',
    replace: '',
    first: ['test/workspaces/invitations.test.ts'],
  },
  {
    promise: 'A session ends 30 days after its login, however often it is renewed.',
    file: 'src/modules/identity/accounts/sessions/session-tokens.ts',
    find: 'createdAt.getTime() + maxSessionLifetimeMs',
    replace: 'Math.max(now.getTime(), createdAt.getTime()) + maxSessionLifetimeMs',
    first: ['test/accounts/end-session.test.ts'],
  },
  {
    promise: 'Five wrong passwords for one account from one network are followed by 429.',
    file: 'src/modules/identity/accounts/login-throttle.ts',
    find: '{ limit: 5, seconds: 3600, backoff: { initialSeconds: 60, maxSeconds: 900 } }',
    replace: '{ limit: 40, seconds: 3600 }',
    first: ['test/accounts/throttle.test.ts'],
  },
  {
    promise: 'A link of a mail is valid until its time.',
    file: 'src/modules/identity/accounts/mails/account-tokens.ts',
    find: 'purpose: { $in: [...purposes] }, expiresAt: { $gt: now } }',
    replace: 'purpose: { $in: [...purposes] }, expiresAt: { $gt: new Date(now.getTime() - 86_400_000) } }',
    first: ['test/accounts/password-reset.test.ts'],
  },
  {
    promise: 'A revoked API key is refused.',
    file: 'src/modules/identity/api-keys/api-key-reader.ts',
    find: 'if (is_revoked) return new ApiKeyRevoked()',
    replace: 'if (is_revoked && has_expired) return new ApiKeyRevoked()',
    first: ['test/api-keys/revoke.test.ts'],
  },
  {
    promise: 'An address that the provider has not verified does not connect an account.',
    file: 'src/modules/identity/identity-providers/provider-person.ts',
    find: "claims.email_verified === true || claims.email_verified === 'true'",
    replace: 'claims.email_verified !== null',
    first: ['test/sign-in/oidc-login.test.ts'],
  },
  {
    promise: 'Every application needs PKCE.',
    file: 'src/modules/identity/oauth/server/provider.ts',
    find: 'pkce: { required: () => true },',
    replace: 'pkce: { required: () => false },',
    first: ['test/oauth/code.test.ts'],
  },
  {
    promise: 'An authorization code gives tokens to one of several requests at once.',
    file: 'src/modules/identity/oauth/server/oauth-record-adapter.ts',
    find: 'const unused = { ...this.keyOf(id), consumedAt: null }',
    replace: 'const unused = { ...this.keyOf(id) }',
    first: ['test/oauth/code.test.ts'],
    race: true,
  },
  {
    promise: 'A workspace keeps an owner when owners leave at once.',
    file: 'src/modules/identity/workspaces/workspace-access.ts',
    find: 'await em.findOne(Workspace, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })',
    replace: 'await em.findOne(Workspace, { id }, { lockMode: LockMode.NONE, refresh: true })',
    first: ['test/workspaces/members.test.ts', 'test/workspaces/owners.test.ts'],
    race: true,
  },
  {
    promise: 'A reserved word is no slug in any spelling.',
    file: 'src/modules/publishing/links/rules/slug-rules.ts',
    find: 'if (rules.reserved.has(key)) throw new SlugReserved(display, field)',
    replace: 'if (rules.reserved.has(display)) throw new SlugReserved(display, field)',
    first: ['test/links/rules/slug.test.ts', 'test/links/rules/reserved.test.ts'],
  },
  {
    promise: 'The code of a deleted link is given to nobody else.',
    file: 'src/modules/publishing/links/codes/code.queries.ts',
    find: '(code.link_id is null and code.workspace_id = excluded.workspace_id)',
    replace: '(code.link_id is null)',
    first: ['test/links/tombstones.test.ts'],
  },
  {
    promise: 'A link does not lead to an address within a private network.',
    file: 'src/modules/publishing/links/rules/destination-rules.ts',
    find: 'if (isIp(host) || isInDomains(host, privateDomains))',
    replace: 'if (isInDomains(host, privateDomains))',
    first: ['test/links/rules/destination-hosts.test.ts', 'test/links/rules/destination.test.ts'],
  },
  {
    promise: 'A workspace has at most as many links as its plan allows.',
    file: 'src/modules/publishing/links/link-plan-limit.ts',
    find: 'if (used + added > maximum) throw',
    replace: 'if (used + added > maximum + 1) throw',
    first: ['test/workspaces/plans.test.ts'],
  },
  {
    promise: 'Changes of one link at once never leave options that exclude each other.',
    file: 'src/modules/publishing/links/changes/link-deletion.ts',
    find: "const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const",
    replace: "const options = { lockMode: LockMode.NONE, refresh: true, orderBy: { id: 'asc' } } as const",
    first: ['test/links/update-races.test.ts'],
    race: true,
  },
  {
    promise: 'A new password of a link locks out those who knew the former one.',
    file: 'src/modules/visits/redirects/link-password.ts',
    find: 'passwordVersion}.',
    replace: 'passwordVersion * 0}.',
    first: ['test/redirects/unlock-token.test.ts', 'test/redirects/unlock.test.ts'],
  },
  {
    promise: 'A bot gets no destination of a link with a click limit.',
    file: 'src/modules/visits/redirects/visit.service.ts',
    find: "if (link.clickLimit !== null && isBot) return { kind: 'withheld', from: 'bot' }",
    replace: "if (link.clickLimit !== null && isBot && isHead) return { kind: 'withheld', from: 'bot' }",
    first: ['test/redirects/visit-decision.test.ts', 'test/redirects/click-limit.test.ts'],
  },
  {
    promise: 'Nothing is stored about a visitor whose browser asks for privacy.',
    file: 'src/modules/visits/clicks/tracking/click-recorder.ts',
    find: 'if (link.privacyMode || visit.wantsPrivacy) return this.store(link, buildPrivateClick(link, trigger, bot, at))',
    replace: 'if (link.privacyMode) return this.store(link, buildPrivateClick(link, trigger, bot, at))',
    first: ['test/redirects/privacy.test.ts', 'test/clicks/private-clicks.test.ts'],
  },
  {
    promise: 'A damaged line of the click journal is not counted.',
    file: 'src/modules/visits/clicks/journal/journal-frame.ts',
    find: "if (content === '' || line.slice(0, 9) !==",
    replace: "if (content === '' || '' ===",
    first: ['test/clicks/journal/journal.test.ts'],
  },
  {
    promise: 'Batches at once give a destination to as many visitors as the click limit allows.',
    file: 'src/modules/visits/clicks/tracking/click-insert.queries.ts',
    find: 'for no key update',
    replace: 'for key share',
    first: ['test/clicks/click-insert.test.ts'],
    race: true,
  },
  {
    promise: 'Statistics count a click from the moment when it is stored.',
    file: 'src/modules/visits/clicks/analytics/metric.queries.ts',
    find: '{isUnfoldedSql}),',
    replace: '{isUnfoldedSql} and false),',
    first: ['test/clicks/analytics/analytics.test.ts'],
  },
  {
    promise: 'The signature of a webhook covers the bytes that are sent.',
    file: 'src/modules/integrations/webhooks/deliveries/webhook-sender.ts',
    find: '{ id: eventId, at, payload: body }',
    replace: '{ id: eventId, at, payload }',
    first: ['test/webhooks/formats.test.ts', 'test/webhooks/deliver.test.ts'],
  },
  {
    promise: 'One of several nodes sends a delivery of a webhook.',
    file: 'src/modules/integrations/webhooks/deliveries/delivery-queue.queries.ts',
    find: '          for update skip locked) as next)',
    replace: '          ) as next)',
    first: ['test/webhooks/claims.test.ts'],
    race: true,
  },
  {
    promise: 'A cell of a CSV file is no formula.',
    file: 'src/platform/rest/csv.ts',
    find: '=+\\-@|\\u2212',
    replace: '=@|\\u2212',
    first: ['test/rest/csv.test.ts'],
  },
  {
    promise: 'The service calls no host that has an address within a private network.',
    file: 'src/platform/http-client/safe-http-client.ts',
    find: '!addresses.every(isPublicAddress)',
    replace: '!addresses.some(isPublicAddress)',
    first: ['test/http-client/send.test.ts'],
  },
  {
    promise: 'An Idempotency-Key with another body is refused.',
    file: 'src/platform/rest/idempotency/idempotency-store.ts',
    find: 'if (record && !fingerprint.equals(record.fingerprint)) throw IdempotencyConflict.differentBody()',
    replace: 'if (record && fingerprint.length === 0) throw IdempotencyConflict.differentBody()',
    first: ['test/rest/idempotency.test.ts'],
  },
  {
    promise: 'An operation that costs more than 1000 does not run.',
    file: 'src/platform/graphql/operation-admission.ts',
    find: 'if (price > limit)\n',
    replace: 'if (price > 10 * limit)\n',
    first: ['test/graphql/cost.test.ts', 'test/graphql/prices.test.ts'],
  },
]
