import { html } from 'ghtml'
import type { Translations } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
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

const english = {
  title: 'Do you know these people?',
  lead: 'You have proved that this account is yours, and all that gave access to it before has ended. These people are still members of its workspaces. Whoever used your address before may have invited them.',
  remove: 'Remove them all',
  keep: 'Keep them',
}

const texts: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Kennen Sie diese Personen?',
    lead: 'Sie haben bewiesen, dass dieses Konto Ihnen gehört, und alles, was vorher Zugang gab, ist beendet. Diese Personen sind noch Mitglieder seiner Workspaces. Vielleicht hat sie eingeladen, wer Ihre Adresse vorher benutzt hat.',
    remove: 'Alle entfernen',
    keep: 'Behalten',
  },
  fr: {
    title: 'Connaissez-vous ces personnes\u202f?',
    lead: 'Vous avez prouvé que ce compte est le vôtre, et tout ce qui y donnait accès a pris fin. Ces personnes sont encore membres de ses espaces de travail. Celui qui utilisait votre adresse les a peut-être invitées.',
    remove: 'Les retirer toutes',
    keep: 'Les garder',
  },
  es: {
    title: '¿Conoce a estas personas?',
    lead: 'Ha demostrado que esta cuenta es suya, y todo lo que daba acceso a ella antes ha terminado. Estas personas siguen siendo miembros de sus espacios de trabajo. Quizá las invitó quien usaba su dirección antes.',
    remove: 'Quitarlas todas',
    keep: 'Conservarlas',
  },
}

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
  const { title, lead, remove, keep } = texts[lang]
  const rows = members.map(
    ({ account, workspace }) =>
      html`<div><dt dir="auto">${account.getEntity().name}</dt><dd>${account.getEntity().email}<small dir="auto">${workspace.getEntity().name}</small></dd></div>
`,
  )
  return renderFormPage(lang, {
    title,
    body: html`<h1>${title}</h1>
<p>${lead}</p>
<dl class="facts">
!${rows}
</dl>
!${renderActForm(token, 'remove', remove, { isMain: true })}
!${renderActForm(token, 'keep', keep)}`,
  })
}
