/** Words that hold a question together and ask nothing of their own. */
export const fillers: ReadonlySet<string> = new Set(
  `a about across all also am an and any anything are as at be been being breakdown break broken brought bring by can come comes came
  coming could count counts did display distribution distributed distribute do does each everything find for from gain gained gave generate generated
  get gets getting give given got gotten had has have having how i in into is it its just know like list
  look looking looks lots many me mine much my need now of on or our out overall per please plot point receive received
  receiving same see seen send sent share show shown so split some tell that the their them there these they this those
  through to total until up us use used using via view want was we were what whats when where which whole whose with
  would you your collected collect earned attract attracted driving drive drove most - , and/or one ones hey hi hello thanks
  number amount far long short sum visit click clicks altogether together everyone anyone anybody somebody someone ok okay
  different various well kind kinds type types group grouped sorted order arrive arrived reach reached online browse browsing
  located based live among amongst between linking still again really actually just go went gone going been ago times within during over lately recently currently`
    .split(/\s+/)
    .filter(Boolean),
)

/** Words that ask what no operation tells: they are never part of a name that merely nobody has quoted. */
export const beyond: ReadonlySet<string> = new Set(
  `who whom average avg mean median rate rates ratio percent percentage conversion conversions bounce revenue money cost costs why will
  tomorrow next predict prediction forecast expect future delete remove create make update change select insert drop password
  passwords weather should`.split(/\s+/),
)

/** Mistakes in words too short to be mended by their likeness, and abbreviations. */
export const shortMistakes: Readonly<Record<string, string>> = {
  ...{ teh: 'the', wich: 'which', wek: 'week', wk: 'week', mth: 'month', yr: 'year', hr: 'hour', lnk: 'link' },
}

/** Words of number, where a number is likely to be said as one. */
export const numbers: Readonly<Record<string, string>> = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  ...{ eleven: '11', twelve: '12', fifteen: '15', twenty: '20', thirty: '30', sixty: '60', ninety: '90' },
}
