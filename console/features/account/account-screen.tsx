import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Applications, Devices } from './access-parts.tsx'
import { OwnAccount } from './account.graphql.ts'
import { OwnData } from './data-part.tsx'
import { Address, Mails, Profile } from './profile-parts.tsx'
import { SignIn } from './sign-in-part.tsx'

/** The person: who they are, what they get, how they log in, where they are logged in, and their end. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function AccountScreen() {
  const [{ data, error }, ask] = useQuery({ query: OwnAccount })
  const { me, signInMethods, identities } = data ?? {}
  return (
    <SettingsFrame title={t('settings.ownAccount')} lead={t('settings.account.lead')}>
      {error && <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />}
      {!data && !error && <Skeleton lines={5} height={96} />}
      {me && <Profile key={me.id} me={me} />}
      {me && signInMethods && <Address me={me} hasPassword={signInMethods.hasPassword} />}
      {me && <Mails me={me} />}
      {me && signInMethods && <SignIn methods={signInMethods} identities={identities ?? []} />}
      {data && (
        <>
          <Devices />
          <Applications />
          <OwnData hasPassword={signInMethods?.hasPassword === true} />
        </>
      )}
    </SettingsFrame>
  )
}
