import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../base/failures.ts'
import { toFailure } from '../graphql/errors.ts'
import type { Statistics } from '../insights/index.ts'
import { guardVisitors, isFromOtherSite, type VisitorGuard, type Visits } from '../redirect/index.ts'
import { type Language, languageOf } from '../server/language.ts'
import { type Page, pageHeaders } from '../server/page.ts'
import { freeLink } from './free.link.ts'
import { homePage, type Problem } from './pages/home.ts'
import { madePage } from './pages/made.ts'
import { problemTexts } from './pages/problem.texts.ts'
import { problemOf, refusedOf } from './problem.ts'
import type { FormShortening, Wish } from './shortening.ts'

/** An address of 2048 characters, each of which may be nine in a form, beside the rest. */
const bodyLimitBytes = 24 * 1024

export interface HomeParts {
  readonly guard: VisitorGuard
  readonly visits: Visits
  readonly statistics: Statistics
  readonly shortening: FormShortening
}

/** The home page, whose form is answered with 303 to the link it made: reloading that shortens nothing. */
export async function serveHome(
  server: FastifyInstance,
  { guard, visits, statistics, shortening }: HomeParts,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: bodyLimitBytes })
    guardVisitors(scope, guard)
    const outside = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Querystring: { made?: unknown } }>('/', outside, async (request, reply) => {
      const { made } = request.query
      const link = typeof made === 'string' ? await freeLink(visits, request.context, made) : null
      return show(reply, link ? madePage({ lang: languageIn(request), ...link }) : await home(statistics, request))
    })
    scope.post('/', outside, async (request, reply) => {
      const wish = wishIn(request.body)
      const lang = languageIn(request)
      // Another site's visitors are not to make links, or use up their share of them, unasked.
      if (isFromOtherSite(request)) {
        return show(reply, await home(statistics, request, wish, refusedOf(403, problemTexts[lang].elsewhere)))
      }
      const made = await shortening.shorten(request.context, wish).catch((error: unknown) => problem(request, error))
      if (typeof made !== 'string') return show(reply, await home(statistics, request, wish, made))
      return goTo(reply, made)
    })
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
      url: '/',
      ...outside,
      onRequest: async () => {
        throw new MethodNotAllowed(['GET', 'HEAD', 'POST'])
      },
      handler: () => undefined,
    })
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      if (error instanceof MethodNotAllowed) throw error
      const isUnreadable = (error.statusCode ?? 500) < 500
      const refused = isUnreadable
        ? refusedOf(error.statusCode ?? 400, problemTexts[languageIn(request)].unreadable)
        : problem(request, error)
      return show(reply, await home(statistics, request, undefined, refused))
    })
  })
}

async function home(statistics: Statistics, request: FastifyRequest, typed?: Wish, problem?: Problem): Promise<Page> {
  const { context } = request
  return homePage({
    lang: languageIn(request),
    figures: await statistics.atHand(),
    publicUrl: context.settings.publicUrl,
    ...(typed && { typed }),
    ...(problem && { problem }),
  })
}

function problem(request: FastifyRequest, error: unknown): Problem {
  const failure = toFailure(error)
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.message)
  return problemOf(failure, languageIn(request))
}

function wishIn(body: unknown): Wish {
  const { longUrl, customCode } = (body ?? {}) as Record<string, unknown>
  return { longUrl: textOf(longUrl), customCode: textOf(customCode) }
}

/** A field that was sent twice is a list. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function languageIn({ headers }: FastifyRequest): Language {
  return languageOf(headers['accept-language'])
}

function show(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

/** Relative, for a proxy may serve this page under a path of its own. */
function goTo(reply: FastifyReply, code: string): FastifyReply {
  return reply
    .status(303)
    .headers({ location: `?made=${code}`, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
