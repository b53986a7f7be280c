import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { credentialTexts } from './credential-fields.ts'

/** An identity provider as its button shows it. */
export interface LoginProvider {
  readonly id: string
  readonly name: string
}

/**
 * A button for each identity provider. `folder` leads to `/account/`, `act` is the page of the provider, and `search` is the query that leads
 * back after the login.
 */
export function renderProviderLinks(
  lang: Language,
  providers: readonly LoginProvider[],
  {
    folder = '',
    act = '',
    search,
  }: { readonly folder?: string; readonly act?: '' | '/prove'; readonly search: string },
): string {
  const { logInWith } = credentialTexts[lang]
  return html`!${providers.map(
    ({ id, name }) => html`<a class="button secondary" href="${folder}oidc/${id}${act}${search}">${logInWith(name)}</a>
`,
  )}`
}
