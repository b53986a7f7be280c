import { formatDay } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'

/** In days. */
const lifetimes = ['7', '30', '90', '180', '365'] as const

export type Lifetime = (typeof lifetimes)[number]

interface LifetimeFieldProps {
  readonly value: Lifetime
  readonly onChange: (value: Lifetime) => void
}

/** For how long a new key works, and which day that is. */
export function LifetimeField({ value, onChange }: LifetimeFieldProps) {
  const end = new Date(Date.now() + Number(value) * 86_400_000)
  return (
    <Select
      label={t('keys.lifetime')}
      value={value}
      options={lifetimes.map((days) => [days, t('keys.days', { count: Number(days) })] as const)}
      onChange={onChange}
      hint={t('keys.endsOn', { when: formatDay(end) })}
    />
  )
}
