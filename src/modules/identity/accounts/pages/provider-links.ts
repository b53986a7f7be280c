import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { credentialTexts } from './credential-fields.ts'

/** An identity provider as its button shows it. */
export interface LoginProvider {
  readonly id: string
  readonly name: string
}

/** A button for each identity provider. `folder` leads to `/account/`, and `search` is the query that leads back after the login. */
export function renderProviderLinks(
  lang: Language,
  providers: readonly LoginProvider[],
  { folder = '', search }: { readonly folder?: string; readonly search: string },
): string {
  const { logInWith } = credentialTexts[lang]
  return html`!${providers.map(
    ({ id, name }) => html`<a class="button secondary" href="${folder}oidc/${id}${search}">${logInWith(name)}</a>
`,
  )}`
}
