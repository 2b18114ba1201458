/** Word lists of the treebank tokenizer: prefixes, abbreviations, contractions without an apostrophe, clitics. */

/** A prefix keeps its hyphen: "non-stop", but "well - known". */
export const PREFIXES = new Set(
  (
    'anti arch bi bio co counter cross cyber de dis e eco electro euro ex extra fore hyper inter intra macro mal mega meta micro mid mini ' +
    'mis mono multi nano neo neuro non over para post pre pro proto pseudo psycho quasi re semi socio sub super supra techno trans tri ultra un under uni'
  ).split(' '),
);

/** These keep their final full stop inside a sentence. */
export const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st ft mt gen col lt capt cpt sgt maj rev gov sen rep reps pres hon jr sr inc co corp ltd llc bros vs etc eg ie al approx dept ' +
    'est fig figs no nos vol vols pp ed eds jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ave blvd rd ext attn ' +
    'arrv spec cf viz messrs mme mlle adm cmdr sec supt univ assn ph.d lb lbs oz tel la min max wash calif fla mass conn ariz penn'
  ).split(' '),
);
/** Those abbreviations that are words too: read as abbreviations only with a capital, and not at the end of a text. */
export const ALSO_WORDS = new Set(
  'no mar sun sat wed fig ed sec min max la est mass al penn spec ext rep co wash mon jun dec oz gen col'.split(' '),
);

/** Second halves of contractions that are written without an apostrophe, and of merged words. */
export const MERGED: Record<string, number> = {
  cannot: 3,
  alot: 1,
  outta: 3,
  gonna: 3,
  gotta: 3,
  wanna: 3,
  gimme: 3,
  lemme: 3,
  dunno: 2,
  dont: 2,
  doesnt: 4,
  didnt: 3,
  wont: 2,
  cant: 2,
  couldnt: 5,
  wouldnt: 5,
  shouldnt: 6,
  isnt: 2,
  wasnt: 3,
  arent: 3,
  werent: 4,
  havent: 4,
  hasnt: 3,
  hadnt: 3,
  aint: 2,
  im: 1,
  ive: 1,
  youre: 3,
  youve: 3,
  youll: 3,
  theyre: 4,
  theyve: 4,
  theyll: 4,
  weve: 2,
  hes: 2,
  shes: 3,
  thats: 4,
  theres: 5,
  whats: 4,
  heres: 4,
};

/** They follow an apostrophe. */
export const CLITICS = new Set(['s', 'm', 'd', 'll', 're', 've', 'nt']);
