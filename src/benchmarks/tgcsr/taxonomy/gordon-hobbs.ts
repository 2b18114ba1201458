/** TG-CSR's nine categories with concepts and mappings (Santos et al. 2022, section 3, from Gordon and Hobbs 2017). */
import type { Category, Concept, Taxonomy } from './taxonomy.ts';

/** Terms that the paper names itself. */
function paper(name: string, definition: string, mappings: string[] = [], words?: string[]): Concept {
  return { name, definition, ...(words ? { words } : {}), mappings, source: 'paper' };
}

/** Terms that we added in the spirit of the theory, for questions like those of our own contexts. */
function ours(name: string, definition: string, mappings: string[] = [], words?: string[]): Concept {
  return { name, definition, ...(words ? { words } : {}), mappings, source: 'sensebench' };
}

function feeling(name: string, words: string[], mapping?: string): Concept {
  return ours(name, `The emotion of somebody who is ${words[0]}.`, mapping ? [mapping] : [], words);
}

const CATEGORIES: readonly Category[] = [
  {
    name: 'Time',
    definition: 'Moments, intervals and how they are ordered; after Allen’s theory of action and time.',
    ontologies: ['time'],
    concepts: [
      paper('before', 'A moment with a lesser position in an ordered set of moments.', ['time:before']),
      paper('duration', 'How long something lasts.', ['time:Duration', 'time:hasDuration']),
      paper('start time', 'The moment at which something begins.', ['time:hasBeginning']),
      paper('end time', 'The moment at which something ends.', ['time:hasEnd']),
      paper('during', 'Inside the interval that something else takes.', ['time:intervalDuring']),
      ours('after', 'A moment with a greater position in an ordered set of moments.', ['time:after']),
      ours('date', 'A day, month, season or year of the calendar.', ['time:DateTimeDescription']),
      ours('time of day', 'A moment named by the clock or by a part of the day.', ['time:Instant']),
    ],
  },
  {
    name: 'Space',
    definition: 'Places, regions and how they lie to one another.',
    ontologies: ['geo'],
    concepts: [
      paper('intersects', 'Two places share some part.', ['geo:sfIntersects']),
      paper('within', 'One place lies wholly in another.', ['geo:sfWithin']),
      paper('distance', 'How far two places lie apart.'),
      ours('location', 'The place where something is.', ['geo:Feature']),
      ours('inside', 'In the interior of something.', ['geo:sfWithin']),
      ours('near', 'At a small distance.'),
      ours('far', 'At a great distance.'),
      ours('above', 'Higher than something.'),
      ours('below', 'Lower than something.'),
      ours('behind', 'On the far side of something.'),
      ours('between', 'With something on two sides.'),
      ours('edge', 'Where a place ends.', ['geo:sfTouches']),
      ours('cross', 'From one side of a place to the other.', ['geo:sfCrosses']),
      ours('direction', 'Which way something lies or moves.'),
    ],
  },
  {
    name: 'Physical Entities',
    area: 'Objects',
    definition: 'Physical objects in the world, their shapes and their parts.',
    ontologies: ['sio'],
    concepts: [
      paper('has part', 'An object has another as a part of it.', ['sio:000028']),
      paper('is part of', 'An object is a part of another.', ['sio:000068']),
      paper('surrounds', 'An object lies around another and touches it.', ['sio:000324']),
      ours('object', 'A thing that can be seen and touched.'),
      ours('part', 'What a whole is made of.', ['sio:000028']),
      ours('material', 'What an object is made of.', ['sio:000004']),
      ours('container', 'An object that holds others.'),
      ours('tool', 'An object used to do something.'),
      ours('food', 'An object that is eaten or drunk.'),
      ours('ingredient', 'An object that becomes part of a dish.'),
      ours('gift', 'An object that is given.'),
      ours('possession', 'An object that somebody has.'),
      ours('protection', 'An object that keeps harm away.'),
      ours('body', 'The body of a person or an animal.'),
    ],
  },
  {
    name: 'Values',
    area: 'Values and Quantities',
    definition: 'Quantities that measure things, in numbers or in words.',
    ontologies: ['xsd', 'uo'],
    concepts: [
      paper('quantity', 'How much or how many.', ['xsd:decimal']),
      paper('value', 'What a measurement gives.'),
      paper('range', 'The values from a least to a greatest.'),
      paper('maximum', 'The greatest value.', ['xsd:maxInclusive']),
      paper('minimum', 'The least value.', ['xsd:minInclusive']),
      ours('unit', 'What a quantity is counted in.', ['uo:0000000']),
      ours('amount', 'How much of something.', ['xsd:decimal']),
      ours('total', 'All quantities taken together.'),
      ours('distance', 'A length between two places.', ['uo:0000001']),
      ours('depth', 'A length downwards.', ['uo:0000001']),
      ours('weight', 'How heavy something is.', ['uo:0000002']),
      ours('temperature', 'How warm something is.', ['uo:0000005']),
    ],
  },
  {
    name: 'Activities',
    definition: 'What agents do.',
    ontologies: ['prov'],
    concepts: [
      paper('activity', 'Something that agents do over some time.', ['prov:Activity']),
      paper('agent', 'Who does it.', ['prov:Agent', 'prov:wasAssociatedWith']),
      ours('event', 'Something that happens.', ['prov:Activity']),
      ours('reaction', 'An activity that answers another.', ['prov:wasInformedBy']),
      ours('repeat', 'To do something again.'),
      ours('order', 'Which activity comes first.', ['prov:wasInformedBy']),
    ],
  },
  {
    name: 'Goals',
    definition: 'What agents want to be the case, and why.',
    ontologies: ['prov'],
    concepts: [
      paper('goal', 'What an agent tries to bring about.'),
      ours('plan', 'The steps that are meant to reach a goal.', ['prov:Plan']),
      ours('motivation', 'Why an agent has a goal.'),
      ours('resource', 'What reaching a goal takes.', ['prov:Entity', 'prov:used']),
      ours('consider', 'To weigh something before deciding.'),
      ours('avoid', 'To keep something from happening.'),
      ours('protect', 'To keep somebody or something from harm.'),
      ours('support', 'To make somebody’s goal easier.'),
      ours('help', 'To do part of what somebody wants done.'),
      ours('teach', 'To make somebody know something.'),
      ours('learn', 'To come to know something.'),
      ours('celebrate', 'To mark something good together.'),
      ours('gratitude', 'To show thanks.'),
    ],
  },
  {
    name: 'Scheduling',
    definition: 'How activities are set in order and in time.',
    ontologies: ['prov'],
    concepts: [
      paper('schedule', 'Activities with the times they are meant for.', ['prov:Plan']),
      ours('sequence', 'Activities one after another.', ['prov:wasInformedBy']),
      ours('order', 'Which activity comes first.', ['prov:wasInformedBy']),
      ours('precondition', 'What must be so before an activity can begin.', ['prov:used']),
      ours('event', 'Something that happens.', ['prov:Activity']),
      ours('plan', 'The steps that are meant to reach a goal.', ['prov:Plan']),
      ours('deadline', 'The moment by which something must be done.', ['prov:endedAtTime']),
      ours('in advance', 'Some time before it is needed.'),
      ours('last', 'With nothing after it.'),
      ours('postpone', 'To move to a later time.'),
      ours('repeat', 'To do something again.'),
    ],
  },
  {
    name: 'World States',
    area: 'States',
    definition: 'How things are at a time.',
    ontologies: ['prov'],
    concepts: [
      paper('state', 'How something is at a time.', ['prov:Entity']),
      ours('change', 'One state after another.', ['prov:wasDerivedFrom']),
      ours('condition', 'A state that something else hangs on.'),
      ours('result', 'The state that an activity leaves.', ['prov:wasGeneratedBy']),
      ours('end', 'The last state.'),
      ours('weather', 'The state of the air outside.'),
      ours('crowd', 'The state of a place with many people.'),
    ],
  },
  {
    name: 'Emotions',
    definition: 'What people feel; after Ortony’s basic emotions.',
    ontologies: ['mfoem'],
    // Section 7: ten choices made questions and answers about emotions easy to write.
    maxAnswers: 10,
    concepts: [
      ours('emotion', 'What somebody feels.', ['mfoem:000001']),
      paper('sadness', 'The emotion of somebody who is sad.', ['mfoem:000056'], ['sad', 'unhappy', 'worse']),
      feeling('happiness', ['happy', 'glad', 'cheerful', 'better'], 'mfoem:000042'),
      feeling('joy', ['joyful', 'delighted'], 'mfoem:000034'),
      feeling('anger', ['angry', 'furious', 'annoyed', 'irritated'], 'mfoem:000009'),
      feeling('disgust', ['disgusted'], 'mfoem:000019'),
      feeling('fear', ['afraid', 'scared', 'frightened', 'terrified'], 'mfoem:000026'),
      feeling('anxiety', ['anxious', 'nervous', 'worried'], 'mfoem:000028'),
      feeling('surprise', ['surprised', 'astonished'], 'mfoem:000032'),
      feeling('disappointment', ['disappointed', 'let down'], 'mfoem:000051'),
      feeling('guilt', ['guilty'], 'mfoem:000053'),
      feeling('pride', ['proud'], 'mfoem:000041'),
      feeling('shame', ['ashamed', 'embarrassed'], 'mfoem:000055'),
      feeling('gratitude', ['grateful', 'thankful']),
      feeling('relief', ['relieved']),
      feeling('satisfaction', ['satisfied', 'content']),
      feeling('amusement', ['amused'], 'mfoem:000044'),
      feeling('excitement', ['excited', 'thrilled']),
      feeling('curiosity', ['curious']),
      feeling('longing', ['homesick', 'lonely']),
      feeling('jealousy', ['jealous', 'envious', 'left out'], 'mfoem:000025'),
      feeling('frustration', ['frustrated']),
      feeling('confusion', ['confused', 'conflicted', 'puzzled']),
      feeling('boredom', ['bored']),
      feeling('stress', ['stressed', 'overwhelmed'], 'mfoem:000029'),
      feeling('tiredness', ['tired', 'exhausted'], 'mfoem:000080'),
      feeling('security', ['safe', 'calm']),
    ],
  },
];

export const GORDON_HOBBS: Taxonomy = {
  title: 'Nine categories of commonsense after Gordon and Hobbs, as TG-CSR uses them',
  categories: CATEGORIES,
};
