import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'

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
  const t = translator(lang)
  return html`!${providers.map(
    ({
      id,
      name,
    }) => html`<a class="button secondary" href="${folder}oidc/${id}${act}${search}">${t('page.credentials.logInWith', { name })}</a>
`,
  )}`
}
