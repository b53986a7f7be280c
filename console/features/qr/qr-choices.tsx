import type { ReactNode } from 'react'
import { formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import styles from './qr-choices.module.css'
import { dots, eyes, levels, logoShares, maxMargin, type QrDesign } from './qr-design.ts'

interface QrChoicesProps {
  readonly design: QrDesign
  readonly onChange: (changes: Partial<QrDesign>) => void
  readonly hasLogo: boolean
  /** What stands between the colours and the fine print. */
  readonly children?: ReactNode
}

/** Everything about the picture that can be chosen, each with what it is good for. */
export function QrChoices({ design, onChange, hasLogo, children }: QrChoicesProps) {
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
      <div className={styles.colors}>
        <Select
          label={t('qr.dots')}
          value={design.dots}
          options={dots.map((each) => [each, t(`qr.dots.${each}`)] as const)}
          onChange={(dots) => onChange({ dots })}
        />
        <Select
          label={t('qr.eyes')}
          value={design.eyes}
          options={eyes.map((each) => [each, t(`qr.eyes.${each}`)] as const)}
          onChange={(eyes) => onChange({ eyes })}
        />
        <ColorField
          label={t('qr.eyeColor')}
          value={design.eyeColor ?? design.color}
          onChange={(color) => onChange({ eyeColor: color === design.color ? null : color })}
        />
      </div>
      <Check
        label={t('qr.transparent')}
        hint={t('qr.transparent.hint')}
        isChecked={design.isTransparent}
        onChange={(isTransparent) => onChange({ isTransparent })}
      />
      {children}
      {hasLogo && (
        <Range
          label={t('qr.logoShare')}
          value={design.logoShare}
          text={formatShare(design.logoShare / 100)}
          bounds={logoShares}
          onChange={(logoShare) => onChange({ logoShare })}
        />
      )}
      <Range
        label={t('qr.margin')}
        value={design.margin}
        text={t('qr.squares', { count: design.margin })}
        bounds={{ min: 0, max: maxMargin }}
        onChange={(margin) => onChange({ margin })}
      />
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

interface RangeProps {
  readonly label: string
  readonly value: number
  /** The value as people read it. */
  readonly text: string
  readonly bounds: { readonly min: number; readonly max: number }
  readonly onChange: (value: number) => void
}

function Range({ label, value, text, bounds, onChange }: RangeProps) {
  return (
    <label className={styles.range}>
      <span>
        <b>{label}</b>
        <output>{text}</output>
      </span>
      <input type="range" {...bounds} value={value} onChange={(event) => onChange(event.currentTarget.valueAsNumber)} />
    </label>
  )
}
