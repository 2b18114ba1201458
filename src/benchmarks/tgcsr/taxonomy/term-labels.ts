/** What the ontologies with numbers for names call the terms that the taxonomy maps to (MFOEM, SIO, UO). */

/**
 * Read in the ontologies themselves: MFOEM 2017-10-26 (CC BY 3.0), UO 2023-05-25 (CC BY 3.0), SIO 1.39.0 and its page on structural descriptions
 * (the file names no licence).
 * A number that is not here is not used: it would be from memory.
 */
export const TERM_LABELS: Readonly<Record<string, string>> = {
  'mfoem:000001': 'emotion process',
  'mfoem:000009': 'anger',
  'mfoem:000019': 'disgust',
  'mfoem:000025': 'jealousy',
  'mfoem:000026': 'fear',
  'mfoem:000028': 'anxiety',
  'mfoem:000029': 'stress (emotion)',
  'mfoem:000032': 'surprise',
  'mfoem:000034': 'joy',
  'mfoem:000041': 'pride',
  'mfoem:000042': 'happiness',
  'mfoem:000044': 'amusement',
  'mfoem:000051': 'disappointment',
  'mfoem:000053': 'guilt',
  'mfoem:000055': 'shame',
  'mfoem:000056': 'sadness',
  'mfoem:000080': 'feeling tired',
  'sio:000004': 'material entity',
  'sio:000028': 'has part',
  'sio:000068': 'is part of',
  'sio:000324': 'surrounds',
  'uo:0000000': 'unit',
  'uo:0000001': 'length unit',
  'uo:0000002': 'mass unit',
  'uo:0000005': 'temperature unit',
};
