import { type Issue, toIssue } from './field-issue.ts'
import { defineError, type ErrorDetail, type InterfaceNames } from './service-error.ts'

/** Errors that any operation can answer with. */

export class InvalidParams extends defineError({
  code: 'INVALID_PARAMS',
  status: 400,
  when: 'An input is missing, malformed, of the wrong type, out of bounds or unknown to the operation.',
  resolution: 'Correct the fields named in details and send the request again.',
}) {
  /** `details` name the invalid fields. The message never quotes a received value. */
  constructor(details: readonly ErrorDetail[], message?: string) {
    const [firstDetail] = details
    const describe = firstDetail && (({ input }: InterfaceNames) => `${input(firstDetail.field)}: ${firstDetail.issue}`)
    super(message ?? describe ?? 'The input is not valid.', {
      details,
      resolution:
        firstDetail &&
        (({ input }) => `Correct ${details.map(({ field }) => input(field)).join(', ')} and send the request again.`),
    })
  }

  /** One field with one issue. */
  static forField(field: string, issue: Issue): InvalidParams {
    return new InvalidParams([{ field, ...toIssue(issue) }])
  }
}

export class PlanLimitReached extends defineError({
  code: 'PLAN_LIMIT_REACHED',
  status: 403,
  when: 'The account, the workspace, the link or the page has reached its limit for this kind of item; details name the limit.',
  resolution: 'Delete or revoke items you no longer need.',
}) {
  /** How many more would fit. */
  readonly room: number

  /** `itemName` is a plural, such as `API keys`. */
  constructor(
    itemName: string,
    limit: number,
    used: number,
    holder: 'account' | 'workspace' | 'link' | 'page' = 'account',
  ) {
    super(`The ${holder} has ${used} of at most ${limit} ${itemName}.`, {
      details: [{ field: itemName, issue: `at most ${limit}`, limit, used }],
    })
    this.room = Math.max(limit - used, 0)
  }
}

export class RouteNotFound extends defineError({
  code: 'ROUTE_NOT_FOUND',
  status: 404,
  when: 'No operation has this path.',
  resolution: 'Check the path against the reference at /v1/openapi.json.',
}) {
  constructor() {
    super('No operation has this path.')
  }
}

export class MethodNotAllowed extends defineError({
  code: 'METHOD_NOT_ALLOWED',
  status: 405,
  when: 'The path does not support this method; the Allow header lists those it supports.',
  resolution: 'Use one of the methods in the Allow header.',
}) {
  constructor(allowed: readonly string[]) {
    super(`This path supports only ${allowed.join(', ')}.`, { headers: { allow: allowed.join(', ') } })
  }
}

export class RequestTimeout extends defineError({
  code: 'REQUEST_TIMEOUT',
  status: 408,
  when: 'The request arrived too slowly: its headers took longer than 30 seconds, or its body, after the first 30 seconds, came with less than 16 KB a second or took longer than an hour. The time that the service needs is not counted.',
  resolution:
    'Send the request again without pauses, over a faster connection if there is one, and a large file in parts.',
}) {
  constructor() {
    super('The request arrived too slowly.')
  }
}

export class PayloadTooLarge extends defineError({
  code: 'PAYLOAD_TOO_LARGE',
  status: 413,
  when: 'The request body is larger than the operation accepts.',
  resolution: 'Send a smaller body, or split the request.',
}) {
  constructor() {
    super('The request body is too large.')
  }
}

export class UnsupportedMediaType extends defineError({
  code: 'UNSUPPORTED_MEDIA_TYPE',
  status: 415,
  when: 'The body is not JSON, not in UTF-8, or compressed, or the file of an upload has a type that is not accepted.',
  resolution: 'Send a JSON body in UTF-8 with Content-Type: application/json and without Content-Encoding.',
}) {
  constructor(message = 'The request body must be JSON.', resolution?: string) {
    super(message, { resolution })
  }

  /** For an operation whose body is a file. */
  static forUpload(
    mediaTypes: readonly string[],
    message = 'The type of the file is not accepted.',
  ): UnsupportedMediaType {
    const resolution = `Send the file with a Content-Type of ${mediaTypes.join(', ')}, and without Content-Encoding.`
    return new UnsupportedMediaType(`${message} ${resolution}`, resolution)
  }
}

export class HeadersTooLarge extends defineError({
  code: 'HEADERS_TOO_LARGE',
  status: 431,
  when: 'The URL and the headers of the request are larger than 16 KiB.',
  resolution: 'Shorten the URL or the headers to less than 16 KiB.',
}) {
  constructor() {
    super('The URL and the headers of the request are too large.')
  }
}

export class RateLimited extends defineError({
  code: 'RATE_LIMITED',
  status: 429,
  when: 'A rate limit is used up; Retry-After names the seconds until it resets.',
  resolution: 'Wait for the number of seconds in the Retry-After header.',
}) {
  /** `exceeded` is the limit that is used up, with its policy as the `RateLimit-Policy` header spells it. */
  constructor(
    readonly retryAfterSeconds: number,
    exceeded?: { readonly name: string; readonly policy: string },
  ) {
    super(`Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
      ...(exceeded && { details: [{ field: exceeded.name, issue: 'is used up', policy: exceeded.policy }] }),
    })
  }
}

export class Internal extends defineError({
  code: 'INTERNAL',
  status: 500,
  when: 'The service failed unexpectedly.',
  resolution: 'Try again; if it happens again, report it with the requestId.',
}) {
  constructor(cause: unknown) {
    super('Something went wrong on our side.', { cause })
  }
}

export class Unavailable extends defineError({
  code: 'UNAVAILABLE',
  status: 503,
  when: 'The database or another part that the operation needs cannot be reached at the moment.',
  resolution: 'Try again after the number of seconds in the Retry-After header.',
}) {
  constructor(cause: unknown, retryAfterSeconds = 5) {
    super('The service is temporarily unavailable.', {
      cause,
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }
}

/**
 * Nobody waits for the answer any more, so the work of a read is stopped, and what waits for its turn is dropped. Only the log
 * and the metrics see its status, which is the one of nginx for a client that has closed its request.
 */
export class CallerLeft extends Unavailable {
  override get status(): number {
    return 499
  }

  constructor() {
    super(undefined)
  }
}
