"""Plain English words for families that need text: lower case, 3 to 12 letters, no palindromes."""

_TEXT = """
    able acid ant apple apron arm arrow art attic aunt axe baby badge bag banjo basil basin bat
    beach beard bed bee bell belt berry bird blackberry blade blanket blueberry board boat bone book
    bookshelf boot bowl box boy brain branch brave bread breakfast brick bridge broccoli broom brown
    brush bucket bunch bus bush butter buttercup butterfly button cabin cable cake calendar calf
    camel camp candle candlestick canoe cap car carpenter carpet carrot cart castle cat caterpillar
    cave cedar cellar cement chain chair chalk cheek cheese cherry chest chick child chimney chin
    chocolate circle city classroom clay clean clear clever cliff climb clock cloth cloud clown coal
    coast coat cobra coffee coin collar colour comb cone cook copper coral cord corn corner cottage
    cotton couch countryside cousin cover cow crab cradle crane cream crew crow crown cube cucumber
    cup cupboard curtain cushion dance dandelion daughter deer dentist desert desk diamond
    dictionary dinner dish doctor dog doll dolphin donkey door dove dragon dragonfly drawer dream
    dress driver drum duck dust eagle ear early earth east egg elbow elephant elm empty engine
    envelope evening fabric face falcon family farm farmer feather feathers fence ferry field finger
    fireplace fish flag flame flamingo flea flock floor flour flower flute foam fog food foot
    footstep forest fork fountain fox fresh friend frog fruit fuel game garden gardener garlic gate
    gentle giant gift ginger giraffe girl glass globe glove glue goat gold goose grain grandfather
    grandma grandmother grape grass grasshopper green guitar gulf hair hall hammer hand harbour harp
    hat hawk hay heart hedgehog heel helmet hen herb hill hive home honey hook horn horse hose
    hospital hotel house hungry hunter hurricane ice ink inn insect iron island ivory jacket jam jar
    jaw jelly jet jewel joke jug juice jungle kettle key keyboard king kingdom kitchen kite kitten
    knee knot lace ladder lake lamb lamp land lane laugh lavender lawn leaf leather leg lemon
    lemonade lens letter library lid light lighthouse lily line lion lip list lizard lobster lock
    log loom lunch magazine magnet map maple marble market marmalade mask mast mat meadow meal meat
    medicine melon metal milk mill mint minute mirror mist mole monkey moon morning moss moth mother
    mountain mouse mud mug muscle mushroom music nail name napkin neck necklace needle neighbour
    nephew nest net newspaper north nose note notebook number nut oak oar ocean office oil olive
    onion orange orchard orchestra organ ostrich oven owl oyster page paint palace pan pancake panda
    paper paragraph parcel park parrot passenger pastry path pavement paw pea peach peanut pear
    pebble pen pencil penguin pepper petal photograph piano pickle picnic picture pie pig pigeon
    pillow pilot pin pine pineapple pipe pirate planet plant plate playground plum pocket poem
    police pond pony porcupine porridge pot potato powder prince puddle pump pupil puppet purple
    quarter queen quiet quilt rabbit raccoon radio railway rain raisin raspberry rat reed restaurant
    rib ribbon rice ring river road robin rock rocket roof room root rope rose rug ruler saddle sail
    sailor salad salmon salt sand sandal sandwich sauce saw scarecrow scarf school scientist
    scissors screen sea seal seashell season seed shadow sharp shed sheep shelf shell ship shirt
    shoe shore shoulder shovel silk silver sink sister skin sky sled smile smoke snail snake snow
    snowflake soap sock soil soldier song soup spark spider spinach sponge spoon spring square
    squash squirrel stable stairs stamp star station steam stem stone storm story straw strawberry
    street string submarine suitcase summer sun sunflower sunset sunshine supper swan sweater swing
    table tail tailor tank tape tea teacher telephone telescope temple tennis tent thermometer thumb
    thunder ticket tie tiger tile timber toad toast toe tomato tongue tool tooth toothbrush top
    towel tower toy train tray treasure tree triangle trumpet tub tulip tunnel turkey turnip turtle
    twig umbrella uncle valley van vase vegetable velvet vest village vine violin visit voice
    volcano wall walnut wand wasp water waterfall watermelon wave wax weather well whale wheat wheel
    wheelbarrow whisper whistle wilderness window wing winter wizard wolf wood woodpecker wool
    workshop worm yard year yellow young zebra zoo
"""

WORDS: tuple[str, ...] = tuple(_TEXT.split())
