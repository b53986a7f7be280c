import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { asideContext } from '../../graph/recorder.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/choice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { providers } from '../pixels/pixel-providers.ts'
import { excludesPixels, type FormProps, type LinkDraft } from './draft.ts'
import { PixelsToChoose } from './link-form.graphql.ts'
import styles from './link-form.module.css'
import { Section } from './section.tsx'

/** How many a link may have. */
const maxPixels = 5

interface PixelSectionProps extends FormProps {
  readonly hasPassword: boolean
}

/** The pixels that run for visitors of the link. Those of the workspace are asked for when one is to be shown. */
export function PixelSection(props: PixelSectionProps) {
  const { draft, problems } = props
  const [{ data }] = useQuery({ query: PixelsToChoose, pause: draft.pixelIds.length === 0, context: asideContext })
  const pixels = data?.pixelsConnection?.nodes ?? []
  const names = draft.pixelIds.map((id) => pixels.find((pixel) => pixel.id === id)?.name ?? '…')
  return (
    <Section
      icon="eye"
      name={t('form.pixels')}
      summary={names.join(' · ') || t('form.pixels.none')}
      isSet={names.length > 0}
      isOpen={'pixelIds' in problems}
    >
      <Pixels {...props} />
    </Section>
  )
}

function Pixels({ draft, onChange, problems, hasPassword }: PixelSectionProps) {
  const [{ data, error }] = useQuery({ query: PixelsToChoose, context: asideContext })
  const pixels = data?.pixelsConnection?.nodes
  if (!pixels) return <Problem problem={problemOf(error)} />
  if (pixels.length === 0)
    return (
      <>
        <p>{t('form.pixels.empty')}</p>
        <div>
          <ButtonLink href="/settings/pixels" icon="settings">
            {t('form.pixels.settings')}
          </ButtonLink>
        </div>
      </>
    )
  const { pixelIds } = draft
  const isExcluded = excludesPixels(draft, hasPassword)
  return (
    <>
      {pixels.map(({ id, name, pixelType, isActive }) => {
        const isChosen = pixelIds.includes(id)
        const provider = providers[pixelType].name
        return (
          <Check
            key={id}
            label={name}
            hint={[provider !== name && provider, !isActive && t('form.pixels.off')].filter(Boolean).join(' · ')}
            isChecked={isChosen}
            isDisabled={!isChosen && (isExcluded || pixelIds.length >= maxPixels)}
            onChange={() =>
              onChange({ pixelIds: isChosen ? pixelIds.filter((each) => each !== id) : [...pixelIds, id] })
            }
          />
        )
      })}
      <p className={styles.result} data-wrong={'pixelIds' in problems || undefined}>
        {problems.pixelIds ?? t(isExcluded ? 'form.pixels.excluded' : 'form.pixels.hint', { max: maxPixels })}
      </p>
    </>
  )
}

/** Pixels are set after the link itself, so what would be refused then is said before. */
export function findPixelProblem(draft: LinkDraft, hasPassword: boolean) {
  if (draft.pixelIds.length === 0 || !excludesPixels(draft, hasPassword)) return null
  return { message: t('form.pixels.notLikeThis'), fields: { pixelIds: t('form.pixels.excluded') } }
}
