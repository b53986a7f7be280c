import type { SocialNetwork } from '../../graph/types.ts'
import { toLocalTime } from '../../texts/local-time.ts'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './blocks.module.css'
import type { BlockForm, PageFormProps } from './page-form.ts'

/** The networks for which a page has an icon. */
export const networkNames: Readonly<Record<SocialNetwork, string>> = {
  INSTAGRAM: 'Instagram',
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  X: 'X',
  FACEBOOK: 'Facebook',
  THREADS: 'Threads',
  BLUESKY: 'Bluesky',
  MASTODON: 'Mastodon',
  LINKEDIN: 'LinkedIn',
  GITHUB: 'GitHub',
  TWITCH: 'Twitch',
  SPOTIFY: 'Spotify',
  PINTEREST: 'Pinterest',
  SNAPCHAT: 'Snapchat',
  DISCORD: 'Discord',
  TELEGRAM: 'Telegram',
  WHATSAPP: 'WhatsApp',
}
const networks = Object.entries(networkNames) as [SocialNetwork, string][]

interface BlockFieldsProps {
  readonly block: BlockForm
  readonly onChange: (changes: Partial<BlockForm>) => void
  readonly problems: PageFormProps['problems']
}

/** What can be said of a block, which depends on what it is. */
export function BlockFields({ block, onChange, problems }: BlockFieldsProps) {
  const { type, title, content, url, network } = block
  const titleField = (
    <Field
      label={t('form.title')}
      value={title}
      maxLength={100}
      autoFocus={type === 'HEADING'}
      onChange={(value) => onChange({ title: value })}
      problem={problems.title}
    />
  )
  return (
    <div className={styles.fields}>
      {type === 'SOCIAL' && network && (
        <Select
          label={t('pages.network')}
          value={network}
          options={networks}
          onChange={(value) => onChange({ network: value })}
        />
      )}
      {(type === 'LINK' || type === 'SOCIAL') && (
        <Field
          label={t(type === 'LINK' ? 'new.destination' : 'pages.profile')}
          placeholder={type === 'LINK' ? 'https://' : '@ada'}
          inputMode="url"
          autoFocus={url === ''}
          value={url}
          onChange={(value) => onChange({ url: value })}
          problem={problems.url}
        />
      )}
      {(type === 'LINK' || type === 'HEADING') && titleField}
      {type === 'LINK' && (
        <Field
          label={t('pages.secondLine')}
          value={content}
          maxLength={160}
          onChange={(value) => onChange({ content: value })}
          problem={problems.content}
        />
      )}
      {type === 'TEXT' && (
        <Field
          label={t('pages.type.TEXT')}
          lines={4}
          autoFocus={content === ''}
          value={content}
          maxLength={500}
          onChange={(value) => onChange({ content: value })}
          problem={problems.content}
        />
      )}
      {(type === 'EMAIL' || type === 'PHONE' || type === 'SMS') && (
        <>
          <Field
            label={t(type === 'EMAIL' ? 'pages.email' : 'pages.number')}
            inputMode={type === 'EMAIL' ? 'email' : 'tel'}
            placeholder={type === 'EMAIL' ? 'ada@example.com' : '+49 30 123456'}
            autoFocus={content === ''}
            value={content}
            onChange={(value) => onChange({ content: value })}
            problem={problems.content}
          />
          {titleField}
        </>
      )}
      <Schedule block={block} onChange={onChange} problem={problems.scheduledUntil} />
    </div>
  )
}

interface ScheduleProps extends Pick<BlockFieldsProps, 'block' | 'onChange'> {
  readonly problem: string | undefined
}

/** From when and until when visitors see a block. */
function Schedule({ block: { scheduledFrom, scheduledUntil }, onChange, problem }: ScheduleProps) {
  const isBounded = scheduledFrom !== null || scheduledUntil !== null
  const toInstant = (text: string) => (text ? new Date(text).toISOString() : null)
  return (
    <>
      <Check
        label={t('pages.schedule')}
        isChecked={isBounded}
        onChange={(next) => onChange({ scheduledFrom: next ? new Date().toISOString() : null, scheduledUntil: null })}
      />
      {isBounded && (
        <div className={styles.pair}>
          <Field
            label={t('pages.from')}
            type="datetime-local"
            value={toLocalTime(scheduledFrom)}
            onChange={(text) => onChange({ scheduledFrom: toInstant(text) })}
          />
          <Field
            label={t('pages.until')}
            type="datetime-local"
            value={toLocalTime(scheduledUntil)}
            onChange={(text) => onChange({ scheduledUntil: toInstant(text) })}
            problem={problem}
          />
        </div>
      )}
    </>
  )
}
