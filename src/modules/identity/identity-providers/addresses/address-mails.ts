import { randomUUID } from 'node:crypto'
import type { OidcProvider } from '../../../../config/oidc.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { Mailer, SendMail } from '../../../../platform/mail/mailer.ts'
import { areSecretsEqual } from '../../../../platform/shared/secret-digest.ts'
import { callerLanguage } from '../../../../platform/web/language.ts'
import { chargeMailOfNetwork, computeAccountToken, normalizeEmail, writeLinkMail } from '../../accounts/index.ts'
import { addressProofSeconds } from '../pending-logins.ts'

interface AddressMailDependencies {
  readonly publicUrl: string
  readonly throttle: Throttle
  readonly mailer: Mailer
  /** The keys of the tokens in links, the newest first. */
  readonly tokenKeys: readonly [Buffer, ...Buffer[]]
}

interface AddressMailData {
  readonly email: string
  readonly providerId: string
  readonly proofId: string
}

/** The mails that prove the address of a person before they have an account. Nothing is stored but in the browser of the person. */
export class AddressMails {
  private readonly sendMail: SendMail<AddressMailData>

  constructor(private readonly dependencies: AddressMailDependencies) {
    const { mailer, publicUrl, tokenKeys } = dependencies
    this.sendMail = mailer.addKind({
      name: 'provider_address',
      ttlSeconds: addressProofSeconds,
      write: async ({ data: { email, providerId, proofId }, language }) => {
        const token = computeAccountToken(tokenKeys[0], proofId)
        const url = `${publicUrl}/account/oidc/${providerId}/address?token=${token}`
        return { to: email, language, ...writeLinkMail(language, 'provider_address', email, url) }
      },
    })
  }

  /** Sends a link to the address. Returns the id of the proof, which the browser keeps. Throws `RateLimited`. */
  async send(context: RequestContext, { id: providerId }: OidcProvider, email: string): Promise<string> {
    await chargeMailOfNetwork(this.dependencies.throttle, context, normalizeEmail(email))
    const proofId = randomUUID()
    const order = { data: { email, providerId, proofId }, language: callerLanguage(context) }
    await context.em.transactional((em) => this.sendMail(em, order))
    return proofId
  }

  /** Whether a token is the one of the mail with this proof. */
  isTokenOf(proofId: string, token: string): boolean {
    const given = Buffer.from(token)
    return this.dependencies.tokenKeys.some((key) =>
      areSecretsEqual(given, Buffer.from(computeAccountToken(key, proofId))),
    )
  }
}
