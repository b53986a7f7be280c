import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'

const { Check, base } = interactionPolicy

/**
 * When a person is asked: always, for login and for consent, as the provider's own rules have it where it keeps no
 * sessions. Before that the scopes are judged: some must be asked for (RFC 6749, 3.3), and only those of the application,
 * also of one that has none, which the provider would let ask for all. It has dropped those that do not exist by then.
 */
export function promptPolicy() {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('scope', 'the scope must be one of the application', (ctx) => {
      judgeScopes(ctx)
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}

function judgeScopes({ oidc: { client, requestParamScopes } }: KoaContextWithOIDC): void {
  if (requestParamScopes.size === 0) throw new errors.InvalidScope('scope must be given', '')
  const allowed = new Set(client?.scope?.split(' '))
  const unknown = [...requestParamScopes].find((scope) => !allowed.has(scope))
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not allowed', unknown)
}
