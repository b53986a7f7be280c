import type { FastifyInstance } from 'fastify'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { FormTokens } from '../../../platform/web/form-tokens.ts'
import { Account } from './account.entity.ts'
import { AccountResolver } from './account.resolver.ts'
import { AccountService } from './account.service.ts'
import { AccountProfileService } from './account-profile.service.ts'
import { AccountRecoveryService } from './account-recovery.service.ts'
import { ActivityResolver } from './activity.resolver.ts'
import { ActivityService } from './activity.service.ts'
import { accountAdminCommands } from './admin-commands.ts'
import { EmailChangeService } from './email-change/email-change.service.ts'
import { createEmailChangePages } from './email-change/email-change-forms.ts'
import { createRequestPage } from './email-change/request-forms.ts'
import { FirstProof } from './first-proof.ts'
import { AccountIdentity } from './identities/account-identity.entity.ts'
import { ProviderSession } from './identities/provider-session.entity.ts'
import { LoginThrottle } from './login-throttle.ts'
import { AccountMails } from './mails/account-mails.ts'
import { AccountToken } from './mails/account-token.entity.ts'
import { deleteExpiredTokens } from './mails/account-tokens.ts'
import { SignInMails } from './mails/sign-in-mails.ts'
import { accountIdentityMigration } from './migrations/account-identity.migration.ts'
import { accountSuspensionMigration } from './migrations/account-suspension.migration.ts'
import { emailChangeSessionMigration } from './migrations/email-change-session.migration.ts'
import { identityCredentialsMigration } from './migrations/identity-credentials.migration.ts'
import { passkeysMigration } from './migrations/passkeys.migration.ts'
import { preferencesMigration } from './migrations/preferences.migration.ts'
import { secondFactorsMigration } from './migrations/second-factors.migration.ts'
import { sessionCountryMigration } from './migrations/session-country.migration.ts'
import { undecidedMembersMigration } from './migrations/undecided-members.migration.ts'
import { listOwnAccess } from './own-access.ts'
import { createPages } from './pages/account-forms.ts'
import { BrowserCookies } from './pages/browser-cookies.ts'
import { createLoginLinkPage } from './pages/login-link.ts'
import type { FindLogoutTarget } from './pages/logout-target.ts'
import { registerPages } from './pages/page-routes.ts'
import type { PageRoute } from './pages/page-visit.ts'
import { createSecurityPages } from './pages/second-factor-forms.ts'
import { Passkey } from './passkeys/passkey.entity.ts'
import { PasskeyResolver } from './passkeys/passkey.resolver.ts'
import { PasskeyService } from './passkeys/passkey.service.ts'
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies.ts'
import { PasskeyChallenges } from './passkeys/passkey-challenges.ts'
import { createPasskeyPage } from './passkeys/passkey-forms.ts'
import { PasskeyVerifier } from './passkeys/passkey-verifier.ts'
import { deleteExpiredChallenges } from './passkeys/passkeys.queries.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { UsedPasskeyChallenge } from './passkeys/used-passkey-challenge.entity.ts'
import { AuthenticatorApp } from './second-factors/authenticator-app.entity.ts'
import { AuthenticatorSecrets } from './second-factors/authenticator-secrets.ts'
import { CodeVerifier } from './second-factors/code-verifier.ts'
import { LoginChallenges } from './second-factors/login-challenges.ts'
import { RecoveryCode } from './second-factors/recovery-code.entity.ts'
import { SecondFactorResolver } from './second-factors/second-factor.resolver.ts'
import { SecondFactorService } from './second-factors/second-factor.service.ts'
import { SignInService } from './second-factors/sign-in.service.ts'
import { AccountDevice } from './sessions/account-device.entity.ts'
import { Session } from './sessions/session.entity.ts'
import { SessionResolver } from './sessions/session.resolver.ts'
import { deleteExpiredSessions, type FindCountry, SessionService } from './sessions/session.service.ts'
import { SessionTokens } from './sessions/session-tokens.ts'
import { createVerificationPage } from './verification/verification-forms.ts'

export interface AccountsModule extends Module {
  readonly accountService: AccountService
  readonly sessionService: SessionService
  /** Opens the session of everything that logs in. */
  readonly signInService: SignInService
  readonly signInMails: SignInMails
  readonly firstProof: FirstProof
  /** The cookie of the login, for pages that are not below `/account`. */
  readonly browserCookies: BrowserCookies
  /** A later module says where a logout leads. Called in `create`. */
  setLogoutTarget(find: FindLogoutTarget): void
  /** Where a logout leads; null for the login page. To be asked before the session ends. */
  readonly findLogoutTarget: FindLogoutTarget
  /** A later module says where a login comes from. Called in `create`. */
  setCountryFinder(find: FindCountry): void
  readonly findCountry: FindCountry
  /** Adds pages that use the same login cookie. */
  addPages(server: FastifyInstance, routes: readonly PageRoute[]): Promise<void>
}

/** Registration, login, profile and activity log. */
export const accountsModule = defineModule({
  entities: [
    Account,
    AccountToken,
    Session,
    AccountDevice,
    AuthenticatorApp,
    RecoveryCode,
    Passkey,
    UsedPasskeyChallenge,
    AccountIdentity,
    ProviderSession,
  ],
  migrations: [
    accountIdentityMigration,
    secondFactorsMigration,
    identityCredentialsMigration,
    passkeysMigration,
    emailChangeSessionMigration,
    undecidedMembersMigration,
    sessionCountryMigration,
    preferencesMigration,
    accountSuspensionMigration,
  ],
  archiveParts: [
    archiveRows({
      of: 'account',
      name: 'profile.json',
      about: 'Your account.',
      entity: Account,
      where: (id) => ({ id }),
      toRecord: ({ id, name, email, emailVerifiedAt, pendingEmail, role, createdAt, ...preferences }) => {
        const { language, timezone, unwantedMails } = preferences
        return { id, name, email, emailVerifiedAt, pendingEmail, language, timezone, unwantedMails, role, createdAt }
      },
    }),
    archiveRows({
      of: 'account',
      name: 'sessions.json',
      about: 'Your logins of the last 24 hours.',
      entity: Session,
      where: (account) => ({ account }),
    }),
    archiveRows({
      of: 'account',
      name: 'identities.json',
      about: 'The identity providers with which you log in.',
      entity: AccountIdentity,
      where: (account) => ({ account }),
    }),
    archiveRows({
      of: 'account',
      name: 'passkeys.json',
      about: 'The passkeys with which you log in.',
      entity: Passkey,
      where: (account) => ({ account }),
      toRecord: ({ id, name, credentialId, isBackedUp, createdAt, lastUsedAt }) => {
        return { id, name, credentialId, isBackedUp, createdAt, lastUsedAt }
      },
    }),
    archiveRows({
      of: 'account',
      name: 'devices.json',
      about: 'The devices with which you have logged in.',
      entity: AccountDevice,
      where: (account) => ({ account }),
    }),
  ],
  resolvers: [AccountResolver, SessionResolver, SecondFactorResolver, PasskeyResolver, ActivityResolver],
  adminCommands: accountAdminCommands,
  create(platform): AccountsModule {
    const { orm, clock, log, keyring, mailer, settings } = platform
    const { throttle } = platform.limits
    const { credentialWatcher, authenticator } = platform.auth
    const { accountCreated, accessEndings, signInChanged } = platform.hooks
    const { publicUrl } = settings
    const accountMails = new AccountMails({ orm, clock, publicUrl, mailer, tokenKey: keyring.key('mail-link') })
    const sessionTokens = new SessionTokens(keyring, clock, orm, settings.oidc)
    platform.auth.addCredentialReader(sessionTokens)
    let countryFinder: FindCountry = () => null
    const findCountry: FindCountry = (address) => countryFinder(address)
    const signInMails = new SignInMails({ orm, publicUrl, mailer })
    const sessionService = new SessionService({ sessionTokens, mails: signInMails, signInChanged, findCountry })
    accessEndings.add(...listOwnAccess(sessionService))
    const firstProof = new FirstProof({ accessEndings, signInChanged })
    const secrets = new AuthenticatorSecrets(keyring, new URL(publicUrl).hostname)
    const codes = new CodeVerifier({ throttle, secrets, mails: signInMails, signInChanged })
    const relyingParty = relyingPartyOf(publicUrl)
    const ceremonies = relyingParty && new PasskeyCeremonies(new PasskeyChallenges(keyring, clock), relyingParty)
    const passkeyVerifier = new PasskeyVerifier({
      ceremonies,
      allowsPasswords: settings.oidc.allowsPasswords,
      throttle,
      log,
      signInChanged,
    })
    const passkeyService = new PasskeyService({ ceremonies, sessionService, mails: signInMails, signInChanged })
    const loginChallenges = new LoginChallenges(keyring, clock)
    const signInService = new SignInService(sessionService, loginChallenges, codes, passkeyVerifier)
    const factorService = new SecondFactorService({ secrets, codes, sessionService, mails: signInMails, signInChanged })
    const accountService = new AccountService(
      throttle,
      new LoginThrottle(throttle),
      sessionService,
      signInService,
      accountCreated,
      accessEndings,
      accountMails,
      signInMails,
    )
    const recoveryService = new AccountRecoveryService({
      throttle,
      accountService,
      accountMails,
      sessionService,
      signInService,
      accessEndings,
      firstProof,
      signInMails,
    })
    const emailChangeService = new EmailChangeService({
      throttle,
      accountService,
      accountMails,
      sessionService,
      signInChanged,
    })
    const profileService = new AccountProfileService({ accountService, emailChangeService, sessionService })
    const activityService = new ActivityService({
      orm,
      log,
      checkCredentials: () => credentialWatcher.check(),
      memberships: authenticator,
    })
    const formTokens = new FormTokens(keyring, 'account-form')
    const cookies = new BrowserCookies({ publicUrl, formTokens, sessionTokens, sessionService, authenticator })
    const addPages = (server: FastifyInstance, routes: readonly PageRoute[]) => registerPages(server, cookies, routes)
    let logoutTarget: FindLogoutTarget = async () => null
    const findLogoutTarget: FindLogoutTarget = (context) => logoutTarget(context)
    return {
      setLogoutTarget: (find) => {
        logoutTarget = find
      },
      findLogoutTarget,
      setCountryFinder: (find) => {
        countryFinder = find
      },
      findCountry,
      accountService,
      sessionService,
      signInService,
      signInMails,
      firstProof,
      browserCookies: cookies,
      addPages,
      resolvers: [
        new AccountResolver(accountService, recoveryService, profileService, emailChangeService),
        new SessionResolver(sessionService),
        new SecondFactorResolver(accountService, signInService, factorService),
        new PasskeyResolver(passkeyService),
        new ActivityResolver(activityService),
      ],
      addRoutes: (server) =>
        addPages(server, [
          ...createPages({
            cookies,
            formMutations: platform.api.formMutations,
            accountService,
            recoveryService,
            signInService,
            ...settings.oidc,
            findLogoutTarget,
            hasGraphiql: !settings.isProduction && settings.trustedDocumentsFile === undefined,
          }),
          createVerificationPage({
            formMutations: platform.api.formMutations,
            recoveryService,
            allowsPasswords: settings.oidc.allowsPasswords,
          }),
          createPasskeyPage({ cookies, signInService }),
          ...createSecurityPages({
            formMutations: platform.api.formMutations,
            accountService,
            factorService,
            sessionService,
            signInService,
            passkeyService,
            cookies,
            findLogoutTarget,
            hasBundledCountries: settings.geoipFile === undefined,
            ...settings.oidc,
          }),
          createLoginLinkPage({ cookies, signInService }),
          createRequestPage({ formMutations: platform.api.formMutations, accountService }),
          ...createEmailChangePages({
            formMutations: platform.api.formMutations,
            emailChangeService,
            allowsPasswords: settings.oidc.allowsPasswords,
          }),
        ]),
      runMaintenance: async () => {
        await deleteExpiredTokens(orm, clock.now())
        await deleteExpiredSessions(orm, clock.now())
        await deleteExpiredChallenges(orm, clock.now())
      },
      stop: () => activityService.close(),
    }
  },
})
