import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './qr-choices.module.css'
import { levels, maxMargin, type QrDesign, readColor } from './qr-design.ts'

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

interface ColorFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}

/** A colour by the browser's picker, or by its number as a style guide has it. */
function ColorField({ label, value, onChange }: ColorFieldProps) {
  return (
    <div className={styles.color}>
      <input
        type="color"
        value={/^#[0-9a-f]{6}$/.test(value) ? value : '#000000'}
        aria-label={t('qr.pick', { name: label })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Field label={label} value={value} onChange={(text) => onChange(readColor(text))} spellCheck="false" />
    </div>
  )
}
