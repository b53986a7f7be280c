/** Words that occur in questions in another language and not in English questions, and the answer in that language. */
const languages: readonly (readonly [words: string, answer: string])[] = [
  [
    'wie viele welche welcher klicks klickzahlen besucher woche monat gestern heute diese letzte',
    'Ohne ein Sprachmodell verstehe ich Fragen nur auf Englisch; die Einstellung LLM_BASE_URL verbindet eines.',
  ],
  [
    'combien quel quelle quels clics visiteurs semaine mois hier aujourd hui cette liens dernier',
    'Sans modèle de langage, je comprends seulement les questions en anglais ; le réglage LLM_BASE_URL en connecte un.',
  ],
  [
    'cuantos cuántos cuantas cuántas cual cuál clics visitantes semana mes ayer hoy esta enlaces enlace',
    'Sin un modelo de lenguaje solo entiendo preguntas en inglés; el ajuste LLM_BASE_URL conecta uno.',
  ],
  [
    'quanti quante quale quali clic visitatori settimana mese ieri oggi questa collegamenti',
    'Senza un modello linguistico capisco solo domande in inglese; l’impostazione LLM_BASE_URL ne collega uno.',
  ],
  [
    'quantos quantas qual quais cliques visitantes semana mês ontem hoje esta ligações',
    'Sem um modelo de linguagem só entendo perguntas em inglês; a definição LLM_BASE_URL liga um.',
  ],
  [
    'hoeveel welke kliks klikken bezoekers maand gisteren vandaag deze afgelopen',
    'Zonder taalmodel begrijp ik alleen vragen in het Engels; de instelling LLM_BASE_URL verbindt er een.',
  ],
]

const wordSets = languages.map(([words, answer]) => ({ words: new Set(words.split(' ')), answer }))

/**
 * A sentence in the language of the question that says what language is understood, and how a model is connected; null
 * for a question in English or in an unknown language.
 */
export function describeOtherLanguage(question: string): string | null {
  const spoken = question.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = wordSets.map(({ words, answer }) => ({
    answer,
    count: spoken.filter((word) => words.has(word)).length,
  }))
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
  return best.count >= 2 ? best.answer : null
}
