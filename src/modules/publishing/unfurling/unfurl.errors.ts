import { defineError } from '../../../platform/shared/service-error.ts'

export class PageUnreachable extends defineError({
  code: 'PAGE_UNREACHABLE',
  status: 422,
  when: 'The page did not answer in time, answered with an error, or redirected too often or to an address that is not called.',
  resolution: 'Open the address in a browser, and use the one that shows the page; or try again later.',
}) {
  /** `issue` completes a sentence that begins with the address, such as `answered 404`. */
  constructor(issue: string) {
    super(`The page could not be read: it ${issue}.`, { details: [{ field: 'url', issue }] })
  }
}

export class PageNotReadable extends defineError({
  code: 'PAGE_NOT_READABLE',
  status: 422,
  when: 'The address answers, but not with an HTML page.',
  resolution: 'Use the address of a web page; of an image or a file there is nothing to read.',
}) {
  constructor(issue: string) {
    super(`The address has no page that can be read: it ${issue}.`, { details: [{ field: 'url', issue }] })
  }
}
