import { html } from 'ghtml'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import {
  accountPage,
  type FormPageOptions,
  type PageRoute,
  readField,
  redirectTo,
  renderActForm,
  renderFormPage,
} from '../../accounts/index.ts'
import type { Membership } from '../membership.entity.ts'
import type { EarlierMembers } from './earlier-members.service.ts'

/** The page after the first proof of an address, with one decision about the members from before. Without any it leads on. */
export function createEarlierMembersPage(earlierMembers: EarlierMembers): PageRoute {
  return accountPage({
    url: '/account/members',
    show: async (visit, context) => {
      const members = await earlierMembers.list(context.em, context.accountId)
      return members.length === 0 ? redirectTo(visit.next ?? '../app') : membersPage(visit.form(), members)
    },
    submit: async (visit, context) => {
      await earlierMembers.decide(context, readField(visit.request, 'act') === 'remove' ? 'remove' : 'keep')
      return redirectTo(visit.next ?? '../app')
    },
  })
}

function membersPage({ lang, token }: FormPageOptions, members: readonly Membership[]): Page {
  const t = translator(lang)
  const rows = members.map(
    ({ account, workspace }) =>
      html`<div><dt dir="auto">${account.getEntity().name}</dt><dd>${account.getEntity().email}<small dir="auto">${workspace.getEntity().name}</small></dd></div>
`,
  )
  return renderFormPage(lang, {
    title: t('page.earlierMembers.title'),
    body: html`<h1>${t('page.earlierMembers.title')}</h1>
<p>${t('page.earlierMembers.lead')}</p>
<dl class="facts">
!${rows}
</dl>
!${renderActForm(token, 'remove', t('page.earlierMembers.remove'), { isMain: true })}
!${renderActForm(token, 'keep', t('page.earlierMembers.keep'))}`,
  })
}
