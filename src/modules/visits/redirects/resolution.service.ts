import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import {
  buildFinalDestination,
  type DomainDirectory,
  getExpiryReason,
  LinkNotFound,
  type Route,
  VisitorQuery,
} from '../../publishing/links/index.ts'
import { toMatchedRule } from '../../publishing/targeting/index.ts'
import { readVisit } from '../clicks/index.ts'
import type { LinkPasswordVerifier } from './link-password.ts'
import { getRedirectStatus, isShownInFrame } from './redirect-response.ts'
import {
  LinkExpired,
  LinkInactive,
  LinkLimitReached,
  LinkPasswordInvalid,
  LinkPasswordRequired,
} from './resolution.errors.ts'
import type { RedirectResponse } from './resolution.types.ts'
import { defaultConditions, type VisitDecision, type VisitService } from './visit.service.ts'

/** Resolves links as JSON. Like a redirect, giving the destination is a click. */
export class ResolutionService {
  constructor(
    private readonly linkPasswordVerifier: LinkPasswordVerifier,
    private readonly visitService: VisitService,
    private readonly directory: DomainDirectory,
  ) {}

  /** Resolves a code. The destination is null when it is withheld. Throws `LinkNotFound`. */
  async resolve(context: RequestContext, code: string, isUntracked: boolean): Promise<RedirectResponse> {
    const link = await this.findRoute(code)
    return this.toResponse(context, link, await this.processVisit(context, link, isUntracked, false))
  }

  /** What a code resolves to now, without a click: the destination of a protected or limited link is null. */
  async preview(context: RequestContext, code: string): Promise<RedirectResponse> {
    const link = await this.findRoute(code)
    // A HEAD request never consumes a click.
    const conditions = { ...defaultConditions, isHead: true }
    return this.toResponse(context, link, await this.visitService.decide(link, readVisit(context.request), conditions))
  }

  /**
   * Resolves a code with its password. Throws for an unknown code, too many attempts and a wrong password, in this order,
   * and then for the state of the link, so that only callers with the password see the state as a status.
   */
  async unlock(context: RequestContext, code: string, password: string): Promise<RedirectResponse> {
    const link = await this.findRoute(code)
    if (!link.hasPassword) return this.toResponse(context, link, await this.processVisit(context, link, false, false))
    if (password === '') throw new LinkPasswordRequired()
    if (!(await this.linkPasswordVerifier.verify(context, link, password))) throw new LinkPasswordInvalid()
    const decision = await this.processVisit(context, link, false, true)
    if (decision.kind === 'blocked') throw LinkInactive.blocked(link.blockCause)
    if (decision.kind === 'inactive') throw new LinkInactive()
    if (decision.kind === 'not started') throw LinkInactive.notStarted()
    if (decision.kind === 'expired') throw decision.reason === 'date' ? new LinkExpired() : new LinkLimitReached()
    return this.toResponse(context, link, decision)
  }

  private processVisit(
    context: RequestContext,
    link: Route,
    isUntracked: boolean,
    isUnlocked: boolean,
  ): Promise<VisitDecision> {
    const visit = readVisit(context.request)
    return this.visitService.processVisit(link, {
      visit,
      trigger: 'api',
      isUnlocked,
      isUntracked,
      isHead: context.request.method === 'HEAD',
      wantsPreview: false,
      query: VisitorQuery.empty,
    })
  }

  /** Finds a link by its short address, or by a code of the service itself. */
  private async findRoute(codeOrAddress: string): Promise<Route> {
    const address = this.directory.readAddress(codeOrAddress)
    const link = address && (await this.visitService.find(address.code, address.domainId))
    if (!link) throw new LinkNotFound()
    return link
  }

  private toResponse(context: RequestContext, link: Route, decision: VisitDecision): RedirectResponse {
    const isOpen = decision.kind === 'open'
    const rule = decision.kind === 'open' || decision.kind === 'refused' ? decision.rule : null
    const expiryReason = decision.kind === 'expired' ? decision.reason : getExpiryReason(link, context.now())
    return {
      id: link.id,
      destination: isOpen ? buildFinalDestination(rule?.destination ?? link.originalUrl, link) : null,
      code: link.code,
      domainHost: link.domainHost,
      hasPassword: link.hasPassword,
      isExpired: expiryReason !== null,
      isActive: link.isActive && link.blockedAt === null && decision.kind !== 'not started',
      startsAt: link.startsAt,
      expiryReason,
      isBlocked: link.blockedAt !== null,
      routing: {
        isCloaked: isOpen ? isShownInFrame(link, rule) : null,
        redirectType: isOpen ? getRedirectStatus(link) : null,
        matchedRule: toMatchedRule(rule),
        notYetUrl: decision.kind === 'not started' ? link.notYetUrl : null,
        expiredUrl: isOpen || decision.kind === 'expired' ? this.findExpiredUrl(link) : null,
      },
    }
  }

  /** The link's own address for visitors after the expiry, or the address of its domain. */
  private findExpiredUrl({ expiredUrl, domainHost }: Route): string | null {
    if (expiredUrl !== null || domainHost === null) return expiredUrl
    return this.directory.findSite(domainHost).domain?.expiredUrl ?? null
  }
}
