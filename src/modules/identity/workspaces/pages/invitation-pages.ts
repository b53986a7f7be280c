import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  credentialTexts,
  type FormError,
  type FormPageOptions,
  renderActForm,
  renderAlarm,
  renderFormPage,
  renderTextPage,
} from '../../accounts/index.ts'
import type { Invitation } from '../invitation.entity.ts'
import { type InvitationPageTexts, invitationPageTexts } from './invitation-page-texts.ts'

/** What the person who looks at an invitation can do about it. */
export type Visitor =
  /** Nobody is logged in. The query is for a login that leads back to this page. */
  | { readonly kind: 'anonymous'; readonly search: string; readonly canRegister: boolean }
  /** A person with another address. */
  | { readonly kind: 'other'; readonly search: string; readonly email: string }
  /** The invited person, who has not proved yet that the address is theirs. */
  | { readonly kind: 'unverified'; readonly isMailSent: boolean }
  | { readonly kind: 'invited' }

/** Shows a pending invitation, whose workspace and inviter are loaded. Status 200, or the status of an error. */
export function invitationPage(
  { lang, token }: FormPageOptions,
  invitation: Invitation,
  visitor: Visitor,
  error?: FormError,
): Page {
  const texts = invitationPageTexts[lang]
  return renderFormPage(lang, {
    status: error?.status ?? 200,
    ...(error?.headers && { headers: error.headers }),
    title: texts.title,
    body: html`<h1>${texts.title}</h1>
<p>${texts.lead}</p>
!${renderFacts(lang, invitation)}
!${error ? renderAlarm(error.message) : ''}
!${renderChoices(lang, token, visitor)}
!${visitor.kind === 'other' ? '' : renderActForm(token, 'decline', texts.decline)}`,
  })
}

function renderFacts(lang: Language, { workspace, inviter, email, role, expiresAt }: Invitation): string {
  const texts = invitationPageTexts[lang]
  const day = formatDay(lang, expiresAt)
  const account = inviter?.getEntity()
  const warning = account && !account.emailVerifiedAt ? html`<small>${texts.notVerified}</small>` : ''
  const inviterFact = account && html`<div><dt>${texts.inviter}</dt><dd>${account.email}!${warning}</dd></div>`
  return html`<dl class="facts">
<div><dt>${texts.workspace}</dt><dd dir="auto">${workspace.getEntity().name}</dd></div>
!${inviterFact ?? ''}
<div><dt>${texts.address}</dt><dd>${email}</dd></div>
<div><dt>${texts.role}</dt><dd>${translator(lang)(`page.role.${role}`)}</dd></div>
<div><dt>${texts.expires}</dt><dd><time datetime="${expiresAt.toISOString()}">${day}</time> (UTC)</dd></div>
</dl>`
}

function renderChoices(lang: Language, token: string, visitor: Visitor): string {
  const [texts, { logIn, register }] = [invitationPageTexts[lang], credentialTexts[lang]]
  switch (visitor.kind) {
    case 'invited':
      return renderActForm(token, 'accept', texts.join, { isMain: true })
    case 'unverified':
      return visitor.isMailSent
        ? html`<p class="notice" role="status">${texts.mailSent}</p>`
        : html`<p class="notice">${texts.verifyLead}</p>
!${renderActForm(token, 'verify', texts.sendMail, { isMain: true })}`
    case 'other':
      return html`<p class="notice">${texts.otherAccount(visitor.email)}</p>
<a class="button" href="login${visitor.search}">${texts.changeAccount}</a>`
    case 'anonymous':
      return html`<p>${texts.logInLead}</p>
<a class="button" href="login${visitor.search}">${logIn}</a>
!${visitor.canRegister ? html`<a class="button secondary" href="register${visitor.search}">${register}</a>` : ''}`
  }
}

export function joinedPage(lang: Language): Page {
  return renderEnd(lang, 200, invitationPageTexts[lang].joined)
}

/** Status 410 for an invitation that can no longer be answered, and 404 for a token without an invitation. */
export function closedPage(lang: Language, reason: keyof InvitationPageTexts['closed']): Page {
  return renderEnd(lang, reason === 'unknown' ? 404 : 410, invitationPageTexts[lang].closed[reason])
}

function renderEnd(lang: Language, status: number, { title, lead }: { title: string; lead: string }): Page {
  const goOn = html`<a class="button" href="../app">${invitationPageTexts[lang].goOn}</a>`
  return renderTextPage(lang, { status, title, lead }, goOn)
}
