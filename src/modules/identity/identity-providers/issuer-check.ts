import type { OidcProvider } from '../../../config/oidc.ts'
import { askAddress } from '../../../platform/doctor/address-check.ts'
import { type DoctorCheck, type DoctorContext, type Finding, ok, problem } from '../../../platform/doctor/doctor.ts'
import { trimEndOf } from '../../../platform/shared/text/trim-end.ts'

/** Whether each identity provider describes itself. */
export const issuerCheck: DoctorCheck = {
  name: 'login',
  run: ({ settings }) => Promise.all(settings.oidc.providers.map((provider) => checkProvider(provider, settings))),
}

async function checkProvider({ name, issuer }: OidcProvider, settings: DoctorContext['settings']): Promise<Finding> {
  const answer = await askAddress(`${trimEndOf(issuer, /\//)}/.well-known/openid-configuration`, settings)
  if (typeof answer === 'string')
    return problem(`${name} does not answer: ${answer}. Nobody logs in there. Start it, or correct OIDC_ISSUER.`)
  const named = readIssuer(answer.body)
  if (named === issuer) return ok(`${name} answers.`)
  if (named === undefined)
    return problem(`${name} does not describe itself (status ${answer.status}). Correct OIDC_ISSUER.`)
  return problem(`${name} calls itself ${named}, so its logins are refused. Set OIDC_ISSUER to this.`)
}

function readIssuer(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly issuer?: string }).issuer
  } catch {
    return undefined
  }
}
