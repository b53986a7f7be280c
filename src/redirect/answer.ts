import type { FastifyReply } from 'fastify'
import type { Visit } from '../clicks/index.ts'
import { finalDestination, type Route } from '../links/index.ts'
import type { Language } from '../server/language.ts'
import { type Page, pageHeaders } from '../server/page.ts'
import type { Decision } from './decide.ts'
import { onwardHeaders } from './onward.ts'
import { blockedPage } from './pages/blocked.ts'
import { canCloak, cloakedPage } from './pages/cloaked.ts'
import { expiredPage } from './pages/gone.ts'
import { missingPage } from './pages/missing.ts'
import { passwordPage } from './pages/password.ts'
import { titlePage } from './pages/title.ts'
import { publicTitle } from './public.title.ts'

/** One browser at the door of one link. */
export interface Arrival {
  readonly reply: FastifyReply
  readonly link: Route
  readonly visit: Visit
  readonly lang: Language
  /** The query of the short address, without its question mark. */
  readonly query: string
  readonly abuseContact: string | undefined
}

/** An expired link leads on plainly: nothing of the visitor or the campaign is carried to its `expiredUrl`. */
const plainly = { utmSource: null, utmMedium: null, utmCampaign: null, forwardQuery: false }

/** Answers a browser as was decided. Where the destination is given, the click has been recorded already. */
export function answer(arrival: Arrival, decision: Decision): FastifyReply {
  const { reply, link, lang, abuseContact } = arrival
  switch (decision.kind) {
    case 'blocked':
      return show(reply, blockedPage(lang, abuseContact ?? null))
    case 'inactive':
      return show(reply, missingPage(lang))
    case 'expired':
      return link.expiredUrl
        ? lead(arrival, finalDestination(link.expiredUrl, plainly, ''), 302)
        : show(reply, expiredPage(lang))
    case 'locked':
      return show(reply, passwordPage(lang, { wrong: false }))
    case 'withheld':
      return withhold(arrival, decision.from)
    case 'open':
      return open(arrival)
  }
}

export function show(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

function open(arrival: Arrival): FastifyReply {
  const { reply, link, lang } = arrival
  const destination = destinationOf(arrival)
  if (isFramed(link, destination)) return show(reply, cloakedPage(lang, { title: link.title, destination }))
  return lead(arrival, destination, link.redirectType)
}

/** HEAD has the status and headers its GET would have, but for what names the destination. */
function withhold(arrival: Arrival, from: 'robot' | 'head'): FastifyReply {
  const { reply, link, lang } = arrival
  if (from === 'robot' || isFramed(link, destinationOf(arrival)))
    return show(reply, titlePage(lang, publicTitle(link, lang)))
  return lead(arrival, null, link.redirectType)
}

function destinationOf({ link, query }: Arrival): string {
  return finalDestination(link.originalUrl, link, query)
}

/** What a frame cannot hold is led to instead. */
function isFramed(link: Route, destination: string): boolean {
  return link.isCloaked && canCloak(destination)
}

function lead({ reply, link, visit }: Arrival, destination: string | null, status: number): FastifyReply {
  return reply
    .status(status)
    .headers(onwardHeaders(link, visit, destination, status))
    .send()
}
