import { Link, useLocation, useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import type { WebhookRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { NewWebhook } from './webhook-dialogs.tsx'
import { notesOf } from './webhook-state.tsx'
import { Webhooks } from './webhooks.graphql.ts'

const path = '/settings/webhooks'

/** Where the workspace sends its events. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function WebhooksScreen() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  return (
    <SettingsFrame title={t('quota.WEBHOOKS')} lead={t('webhooks.lead')}>
      <Pages
        query={Webhooks}
        variables={{}}
        listOf={({ webhooksConnection }) => webhooksConnection}
        row={(webhook) => <WebhookRow webhook={webhook} />}
        rowHeight={88}
        head={<NewWebhookLink />}
        empty={
          <Empty title={t('webhooks.none')} lead={t('webhooks.noneLead')} level={3}>
            <NewWebhookLink kind="main" />
          </Empty>
        }
      />
      {params.get('new') !== null && (
        <NewWebhook onClose={() => navigate(path)} onMade={(id) => navigate(`${path}/${id}`)} />
      )}
    </SettingsFrame>
  )
}

function NewWebhookLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href={`${path}?new`} kind={kind} icon="plus">
      {t('webhooks.new')}
    </ButtonLink>
  )
}

function WebhookRow({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { id, name, url } = webhook
  return (
    <Row
      name={<Link href={`${path}/${id}`}>{name}</Link>}
      lines={[withoutScheme(url)]}
      notes={notesOf(webhook)}
      isEnded={!webhook.isActive}
    >
      <Icon name="right" />
    </Row>
  )
}
