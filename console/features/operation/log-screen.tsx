import { Link } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import type { ActRowFragment } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { AbuseLog } from './operation.graphql.ts'
import { OperationFrame } from './operation-frame.tsx'

/** Who decided what, and why. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function LogScreen() {
  return (
    <OperationFrame title={t('operation.log')} lead={t('operation.logLead')}>
      <Pages
        query={AbuseLog}
        variables={{}}
        listOf={({ abuseActs }) => abuseActs}
        rowHeight={72}
        row={(act) => <ActRow act={act} />}
        empty={<Empty title={t('operation.noActs')} lead={t('operation.noActsLead')} level={3} />}
      />
    </OperationFrame>
  )
}

function ActRow({ act: { kind, actor, reason, note, createdAt, ...subject } }: { readonly act: ActRowFragment }) {
  return (
    <Row
      name={t(`operation.act.${kind}`)}
      detail={<Subject {...subject} />}
      lines={[
        [formatInstant(createdAt), actor?.name ?? t('operation.gone'), reason && t(`block.reason.${reason}`)]
          .filter(Boolean)
          .join(' · '),
      ]}
      notes={[note && <bdi>{note}</bdi>]}
    />
  )
}

type SubjectProps = Pick<ActRowFragment, 'review' | 'urlId' | 'pattern' | 'accountId' | 'account'>

/** What was decided about. It may have been deleted. */
function Subject({ review, urlId, pattern, accountId, account }: SubjectProps) {
  if (!account) return pattern ?? (review ? withoutScheme(review.shortUrl) : (urlId ?? accountId))
  return (
    <Link href={`/operation/accounts?find=${account.id}`}>
      {account.name}, {account.email}
    </Link>
  )
}
