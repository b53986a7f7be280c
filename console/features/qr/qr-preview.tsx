import { useState } from 'react'
import { formatDecimal } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { checkReadability, type QrDesign, type Readability } from './qr-design.ts'
import styles from './qr-preview.module.css'

interface QrPreviewProps {
  readonly design: QrDesign
  readonly image: string | null
  readonly address: string
  readonly title: string
}

const grounds = ['white', 'own', 'dark', 'card'] as const

/** The picture on what it may stand on, and whether cameras read it. */
export function QrPreview({ design, image, address, title }: QrPreviewProps) {
  const [ground, setGround] = useState<(typeof grounds)[number]>('white')
  const readability = checkReadability(design)
  const picture = image && <img src={image} alt={t('qr.alt', { address })} />
  return (
    <div className={styles.preview}>
      <fieldset className={styles.grounds}>
        <legend className="visually-hidden">{t('qr.ground')}</legend>
        {grounds.map((each) => (
          <button key={each} type="button" aria-pressed={ground === each} onClick={() => setGround(each)}>
            {t(`qr.ground.${each}`)}
          </button>
        ))}
      </fieldset>
      <div
        className={styles.stage}
        data-ground={ground}
        data-unreadable={readability.verdict === 'unreadable' || undefined}
        {...(ground === 'own' && { style: { background: design.isTransparent ? '#ffffff' : design.background } })}
      >
        {ground === 'card' ? (
          <div className={styles.card}>
            <div>
              <b>{title}</b>
              <span>{address}</span>
            </div>
            {picture}
          </div>
        ) : (
          picture
        )}
      </div>
      {ground === 'card' && <p className={styles.note}>{t('qr.cardNote')}</p>}
      <Verdict readability={readability} />
    </div>
  )
}

function Verdict({ readability }: { readonly readability: Readability }) {
  const { verdict, ratio } = readability
  const reason = verdict === 'good' ? 'good' : readability.reason
  return (
    <p className={styles.verdict} data-verdict={verdict} role="status">
      <Icon name={verdict === 'good' ? 'check' : 'warning'} />
      <span>
        <b>{t(`qr.verdict.${verdict}`)}</b> {t(`qr.reason.${reason}`, { ratio: formatDecimal(ratio) })}
      </span>
    </p>
  )
}
