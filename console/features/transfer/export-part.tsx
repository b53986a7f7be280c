import { useState } from 'react'
import { useClient, useMutation } from 'urql'
import { downloadFile } from '../../graph/download.ts'
import { problemOf } from '../../graph/problems.ts'
import type { ExportRowFragment } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { formatName } from './names.ts'
import { CancelExport, CreateClickExport, CreateLinkExport, ExportProgress, Exports } from './transfer.graphql.ts'
import styles from './transfer.module.css'

const contents = ['CLICKS', 'LINKS'] as const
const periods = ['lastMonth', 'thisMonth', 'all'] as const
const formats = ['CSV', 'JSON', 'GEOJSON'] as const

/** Files of links and clicks, written in the background. */
export function ExportPart() {
  const [content, setContent] = useState<(typeof contents)[number]>('CLICKS')
  const [period, setPeriod] = useState<(typeof periods)[number]>('lastMonth')
  const [format, setFormat] = useState<(typeof formats)[number]>('CSV')
  const [clicks, exportClicks] = useMutation(CreateClickExport)
  const [links, exportLinks] = useMutation(CreateLinkExport)
  const begin = () => {
    const { from, to } = boundsOf(period)
    if (content === 'LINKS')
      exportLinks({ format: format === 'GEOJSON' ? 'CSV' : format, createdFrom: from, createdTo: to })
    else exportClicks({ format, filter: from ? { from, to } : { interval: 'ALL' } })
  }
  const offered = formats.filter((each) => content === 'CLICKS' || each !== 'GEOJSON')
  return (
    <section className={styles.part}>
      <h3>{t('exports.export')}</h3>
      <div className={styles.choices}>
        <Select
          label={t('exports.content')}
          value={content}
          options={contents.map((each) => [each, t(`exports.content.${each}`)] as const)}
          onChange={setContent}
        />
        <Select
          label={content === 'LINKS' ? t('exports.created') : t('exports.period')}
          value={period}
          options={periods.map((each) => [each, t(`exports.period.${each}`)] as const)}
          onChange={setPeriod}
        />
        <Select
          label={t('exports.format')}
          value={offered.includes(format) ? format : 'CSV'}
          options={offered.map((each) => [each, formatName(each)] as const)}
          onChange={setFormat}
        />
        <Button isDisabled={clicks.fetching || links.fetching} onPress={begin}>
          {t('exports.begin')}
        </Button>
      </div>
      <Problem problem={problemOf(clicks.error ?? links.error)} />
      <Pages
        query={Exports}
        variables={{}}
        listOf={({ exports }) => exports}
        row={(file) => <ExportRow file={file} />}
        rowHeight={72}
        head={<h4>{t('exports.files')}</h4>}
        empty={<p className={styles.quiet}>{t('exports.none')}</p>}
      />
    </section>
  )
}

/** The months of the browser's clock; nothing for all. */
function boundsOf(period: (typeof periods)[number]): { from?: string; to?: string } {
  if (period === 'all') return {}
  const now = new Date()
  const startOf = (months: number) => new Date(now.getFullYear(), now.getMonth() + months, 1).toISOString()
  return period === 'lastMonth' ? { from: startOf(-1), to: startOf(0) } : { from: startOf(0), to: now.toISOString() }
}

const stateIcons: Readonly<Record<ExportRowFragment['state'], IconName>> = {
  QUEUED: 'clock',
  RUNNING: 'renew',
  COMPLETED: 'check',
  FAILED: 'warning',
  CANCELLED: 'close',
}

function ExportRow({ file }: { readonly file: ExportRowFragment }) {
  const { id, state, content, format, rowCount, failureMessage, createdAt, download } = file
  const client = useClient()
  const [, cancel] = useMutation(CancelExport)
  const isUnderWay = state === 'QUEUED' || state === 'RUNNING'
  usePolling(isUnderWay, () => client.query(ExportProgress, { id }, { requestPolicy: 'network-only' }).toPromise())
  return (
    <Row
      name={t(`exports.content.${content}`)}
      detail={[formatName(format), formatInstant(createdAt)].join(' · ')}
      isLive={isUnderWay}
      failure={failureMessage}
      notes={[
        <>
          <Icon name={stateIcons[state]} size={14} />
          {state === 'COMPLETED' && !download ? t('exports.gone') : t(`exports.state.${state}`)}
        </>,
        t(`exports.rows.${content}`, { count: rowCount }),
        download && t('exports.until', { when: formatInstant(download.expiresAt) }),
      ]}
    >
      {isUnderWay && <Button onPress={() => cancel({ id })}>{t('imports.cancel')}</Button>}
      {download && (
        <Button icon="download" onPress={() => downloadFile(download)}>
          {t('exports.download')}
        </Button>
      )}
    </Row>
  )
}
