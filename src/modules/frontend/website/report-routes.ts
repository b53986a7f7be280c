import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'graphql'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../platform/graphql/form-mutations.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { toEnumName } from '../../../platform/shared/enum-type.ts'
import { MethodNotAllowed } from '../../../platform/shared/general.errors.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
import { toReportError } from './report-errors.ts'
import {
  type ReportError,
  type ReportField,
  type ReportForm,
  reportPage,
  reportReasons,
  reportSentPage,
} from './report-page.ts'

const document = parse('mutation ($input: ReportAbuseInput!) { reportAbuse(input: $input) { success } }')

/** 2048 and 1000 characters, each encoded as up to nine, and the other fields. */
const bodyLimitBytes = 32 * 1024

interface ReportDependencies {
  readonly visitorRateLimiter: NetworkRateLimiter
  readonly formMutations: FormMutations
}

/**
 * The form that reports a link, at `/report`, by the mutation of `POST /abuse-reports`. A submitted form redirects with 303,
 * so a reload sends no second report.
 */
export async function registerReportPage(
  server: FastifyInstance,
  { visitorRateLimiter, formMutations }: ReportDependencies,
): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: bodyLimitBytes })
    const routeOptions = { config: { rateLimit: [visitorRateLimiter] }, logLevel: 'warn' } as const
    scope.get<{ Querystring: Record<string, unknown> }>('/report', routeOptions, (request, reply) => {
      const lang = requestLanguage(request)
      return sendPage(reply, 'sent' in request.query ? reportSentPage(lang) : reportPage(lang, readForm(request.query)))
    })
    scope.post('/report', routeOptions, async (request, reply) => {
      const form = readForm(request.body)
      const error = await sendReport(formMutations, request, form)
      return error ? sendPage(reply, reportPage(requestLanguage(request), form, error)) : redirectToSent(reply)
    })
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
      url: '/report',
      ...routeOptions,
      onRequest: async () => {
        throw new MethodNotAllowed(['GET', 'HEAD', 'POST'])
      },
      handler: () => undefined,
    })
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error instanceof MethodNotAllowed) throw error
      const lang = requestLanguage(request)
      const { statusCode: status = 500 } = error
      const t = translator(lang)
      const reportError =
        status < 500
          ? { status, field: null, message: t('page.reportError.unreadable') }
          : logAndConvert(request, error)
      return sendPage(reply, reportPage(lang, readForm({}), reportError))
    })
  })
}

/** Returns why the report was not accepted; undefined when it was. */
async function sendReport(
  formMutations: FormMutations,
  request: FastifyRequest,
  { link, reason, details, email }: ReportForm,
): Promise<ReportError | undefined> {
  const t = translator(requestLanguage(request))
  // Another site must not send reports, or use up the limit, on behalf of its visitors.
  if (isCrossSite(request)) return { status: 403, field: null, message: t('page.reportError.crossSite') }
  if (!reportReasons.some((each) => each === reason))
    return { status: 400, field: 'reason', message: t('page.reportError.reason') }
  const input = {
    shortUrlOrCode: link.trim(),
    reason: toEnumName(reason),
    details: details.trim() || null,
    email: email.trim() || null,
  }
  try {
    await formMutations.run(request.context, document, { input })
    return undefined
  } catch (error) {
    return logAndConvert(request, error)
  }
}

function logAndConvert(request: FastifyRequest, error: unknown): ReportError {
  const serviceError = toServiceError(error)
  if (serviceError.status >= 500) request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  return toReportError(serviceError, requestLanguage(request))
}

/** Ignores a field that was sent twice, which Fastify parses as a list. */
function readForm(values: unknown): ReportForm {
  const read = (name: ReportField) => {
    const value = (values as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? value : ''
  }
  return { link: read('link'), reason: read('reason'), details: read('details'), email: read('email') }
}

/** The location is relative, because a proxy may serve this page under a path. */
function redirectToSent(reply: FastifyReply): FastifyReply {
  return reply
    .status(303)
    .headers({ location: '?sent', 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
