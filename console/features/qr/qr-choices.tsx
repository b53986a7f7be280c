import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import styles from './qr-choices.module.css'
import { levels, maxMargin, type QrDesign } from './qr-design.ts'

interface QrChoicesProps {
  readonly design: QrDesign
  readonly onChange: (changes: Partial<QrDesign>) => void
  /** What stands between the colours and the fine print. */
  readonly children?: ReactNode
}

/** Everything about the picture that can be chosen, each with what it is good for. */
export function QrChoices({ design, onChange, children }: QrChoicesProps) {
  return (
    <>
      <div className={styles.colors}>
        <ColorField label={t('qr.color')} value={design.color} onChange={(color) => onChange({ color })} />
        {!design.isTransparent && (
          <ColorField
            label={t('qr.background')}
            value={design.background}
            onChange={(background) => onChange({ background })}
          />
        )}
      </div>
      <Check
        label={t('qr.transparent')}
        hint={t('qr.transparent.hint')}
        isChecked={design.isTransparent}
        onChange={(isTransparent) => onChange({ isTransparent })}
      />
      {children}
      <label className={styles.range}>
        <span>
          <b>{t('qr.margin')}</b>
          <output>{t('qr.squares', { count: design.margin })}</output>
        </span>
        <input
          type="range"
          min={0}
          max={maxMargin}
          value={design.margin}
          onChange={(event) => onChange({ margin: event.currentTarget.valueAsNumber })}
        />
      </label>
      <Select
        label={t('qr.level')}
        hint={t('qr.level.hint')}
        value={design.level}
        options={levels.map((level) => [level, t(`qr.level.${level}`)] as const)}
        onChange={(level) => onChange({ level })}
      />
    </>
  )
}
