import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { describeDevice } from '../../../../platform/http/agents/user-agent.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { dayMs, secondMs } from '../../../../platform/shared/time.ts'
import { translateDevice } from '../../../../platform/web/device-names.ts'
import { callerLanguage } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { Account } from '../account.entity.ts'

/** What a mail tells the owner of an account about its logins. */
export type SignInNews =
  | `${'second_factor' | 'passkey' | 'identity'}_${'added' | 'removed'}`
  | 'password_changed'
  | 'recovery_code_used'
  | 'new_device'

interface SignInMailDependencies {
  readonly orm: Orm
  readonly publicUrl: string
  readonly mailer: Mailer
}

/** The mails that tell the owner of an account of its logins and second factors. */
export class SignInMails {
  private readonly sendMail: SendMail<{
    readonly accountId: string
    readonly news: SignInNews
    readonly device: string
  }>

  constructor({ orm, publicUrl, mailer }: SignInMailDependencies) {
    this.sendMail = mailer.addKind({
      name: 'sign_in',
      ttlSeconds: dayMs / secondMs,
      write: async ({ data: { accountId, news, device }, language }) => {
        const account = await orm.em.fork(withoutQueryLog()).findOne(Account, { id: accountId })
        if (!account) return null
        const t = translator(language)
        return {
          to: account.email,
          language,
          subject: t(`mail.signIn.${news}.subject`),
          paragraphs: [
            t(`mail.signIn.${news}.lead`, {
              device: translateDevice(language, device),
              known: device ? 'yes' : 'no',
            }),
          ],
          notes: [t(`mail.signIn.${news}.note`)],
          action: { label: t('mail.signIn.action'), url: `${publicUrl}/account/forgot` },
        }
      },
    })
  }

  /** Sends a mail when the transaction of `em` commits. */
  send(em: EntityManager, context: RequestContext, { id, language }: Account, news: SignInNews): Promise<void> {
    const device = describeDevice(context.request.header('user-agent')) ?? ''
    return this.sendMail(em, { data: { accountId: id, news, device }, language: language ?? callerLanguage(context) })
  }
}

/** What tells of changes of how an account logs in. */
export interface SignInAnnouncers {
  readonly mails: SignInMails
  readonly signInChanged: TransactionHook<SignInChange>
}

/** Tells the owner of an account, by a mail and in the activities, of what they have done to how they log in. */
export async function announceSignInChange(
  { mails, signInChanged }: SignInAnnouncers,
  em: EntityManager,
  context: RequestContext,
  account: Account,
  { news, type, summary }: { readonly news: SignInNews } & Pick<SignInChange, 'type' | 'summary'>,
): Promise<void> {
  await mails.send(em, context, account, news)
  await signInChanged.run(em, { accountId: account.id, actor: account.id, type, summary, at: context.now() })
}
