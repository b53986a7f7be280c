import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { registerScope } from '../../../../platform/http/http-server.ts'
import type { SignedIds } from '../../../../platform/shared/signed-ids.ts'
import { acceptForms } from '../../../../platform/web/form-bodies.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { Membership } from '../../../identity/workspaces/index.ts'
import { unsubscribedPage, unsubscribePage } from './unsubscribe-pages.ts'

const path = '/account/unsubscribe'

interface UnsubscriptionDependencies {
  readonly orm: Orm
  readonly publicUrl: string
  /** Signs the ids of memberships. */
  readonly tokens: SignedIds
}

/**
 * Whether a person gets the mail with the weekly export of a workspace. Anyone with the address in the mail can change
 * this setting.
 */
export class WeeklyUnsubscription {
  constructor(private readonly dependencies: UnsubscriptionDependencies) {}

  /** The address for a membership, which needs no login, because mail programs send requests to it (RFC 8058). */
  urlFor(membershipId: string): string {
    const { publicUrl, tokens } = this.dependencies
    return `${publicUrl}${path}?token=${tokens.sign(membershipId)}`
  }

  /**
   * Adds the page. Opening the page changes nothing, because mail servers open the links of a mail. The form of the
   * page changes the setting.
   */
  async addRoutes(server: FastifyInstance): Promise<void> {
    await registerScope(server, async (scope) => {
      scope.removeAllContentTypeParsers()
      await acceptForms(scope, { bodyLimit: 8 * 1024 })
      // Mail programs send a form of one constant field, which says nothing that the method does not say.
      scope.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: 8 * 1024 },
        (_request, _body, done) => done(null, {}),
      )
      // The address contains a token, which must stay out of the request log.
      const routeOptions = { logLevel: 'warn' } as const
      rejectOtherMethods(scope, path, ['GET', 'HEAD', 'POST'])
      scope.get(path, routeOptions, (request, reply) =>
        sendPage(reply, unsubscribePage(requestLanguage(request), this.readMembershipId(request) !== null)),
      )
      scope.post(path, routeOptions, async (request, reply) => {
        const { act } = (request.body ?? {}) as { readonly act?: unknown }
        const id = this.readMembershipId(request)
        const lang = requestLanguage(request)
        if (id === null) return sendPage(reply, unsubscribePage(lang, false))
        const getsWeeklyMail = act === 'resume'
        await this.change(id, getsWeeklyMail)
        return sendPage(reply, unsubscribedPage(lang, getsWeeklyMail))
      })
    })
  }

  private readMembershipId({ query }: FastifyRequest): string | null {
    const { token } = query as { readonly token?: unknown }
    return typeof token === 'string' ? this.dependencies.tokens.verify(token) : null
  }

  /** The member of an ended membership gets no mails, so the page says nothing about it. */
  private async change(id: string, getsWeeklyMail: boolean): Promise<void> {
    await this.dependencies.orm.em.fork(withoutQueryLog()).nativeUpdate(Membership, { id }, { getsWeeklyMail })
  }
}
