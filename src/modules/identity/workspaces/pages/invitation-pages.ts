import { html } from 'ghtml'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  type FormError,
  type FormPageOptions,
  renderActForm,
  renderAlarm,
  renderFormPage,
  renderTextPage,
} from '../../accounts/index.ts'
import type { Invitation } from '../invitation.entity.ts'

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
  const t = translator(lang)
  return renderFormPage(lang, {
    status: error?.status ?? 200,
    ...(error?.headers && { headers: error.headers }),
    title: t('page.invitation.title'),
    body: html`<h1>${t('page.invitation.title')}</h1>
<p>${t('page.invitation.lead')}</p>
!${renderFacts(lang, invitation)}
!${error ? renderAlarm(error.message) : ''}
!${renderChoices(lang, token, visitor)}
!${visitor.kind === 'other' ? '' : renderActForm(token, 'decline', t('page.invitation.decline'))}`,
  })
}

function renderFacts(lang: Language, { workspace, inviter, email, role, expiresAt }: Invitation): string {
  const t = translator(lang)
  const day = formatDay(lang, expiresAt)
  const account = inviter?.getEntity()
  const warning = account && !account.emailVerifiedAt ? html`<small>${t('page.invitation.notVerified')}</small>` : ''
  const inviterFact =
    account && html`<div><dt>${t('page.invitation.inviter')}</dt><dd>${account.email}!${warning}</dd></div>`
  return html`<dl class="facts">
<div><dt>${t('page.invitation.workspace')}</dt><dd dir="auto">${workspace.getEntity().name}</dd></div>
!${inviterFact ?? ''}
<div><dt>${t('page.invitation.address')}</dt><dd>${email}</dd></div>
<div><dt>${t('page.invitation.role')}</dt><dd>${t(`page.role.${role}`)}</dd></div>
<div><dt>${t('page.invitation.expires')}</dt><dd><time datetime="${expiresAt.toISOString()}">${day}</time> (UTC)</dd></div>
</dl>`
}

function renderChoices(lang: Language, token: string, visitor: Visitor): string {
  const t = translator(lang)
  switch (visitor.kind) {
    case 'invited':
      return renderActForm(token, 'accept', t('page.invitation.join'), { isMain: true })
    case 'unverified':
      return visitor.isMailSent
        ? html`<p class="notice" role="status">${t('page.invitation.mailSent')}</p>`
        : html`<p class="notice">${t('page.invitation.verifyLead')}</p>
!${renderActForm(token, 'verify', t('page.invitation.sendMail'), { isMain: true })}`
    case 'other':
      return html`<p class="notice">${t('page.invitation.otherAccount', { email: visitor.email })}</p>
<a class="button" href="login${visitor.search}">${t('page.invitation.changeAccount')}</a>`
    case 'anonymous':
      return html`<p>${t('page.invitation.logInLead')}</p>
<a class="button" href="login${visitor.search}">${t('page.credentials.logIn')}</a>
!${visitor.canRegister ? html`<a class="button secondary" href="register${visitor.search}">${t('page.credentials.register')}</a>` : ''}`
  }
}

export function joinedPage(lang: Language): Page {
  const t = translator(lang)
  return renderEnd(lang, 200, { title: t('page.invitation.joined.title'), lead: t('page.invitation.joined.lead') })
}

type ClosedReason = Exclude<Invitation['status'], 'pending'> | 'expired' | 'unknown'

/** Status 410 for an invitation that can no longer be answered, and 404 for a token without an invitation. */
export function closedPage(lang: Language, reason: ClosedReason): Page {
  const t = translator(lang)
  return renderEnd(lang, reason === 'unknown' ? 404 : 410, {
    title: t(`page.invitation.closed.${reason}.title`),
    lead: t(`page.invitation.closed.${reason}.lead`),
  })
}

function renderEnd(lang: Language, status: number, { title, lead }: { title: string; lead: string }): Page {
  const goOn = html`<a class="button" href="../app">${translator(lang)('page.invitation.goOn')}</a>`
  return renderTextPage(lang, { status, title, lead }, goOn)
}
