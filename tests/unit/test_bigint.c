// BigInts: against precomputed results, against 128-bit integers, and by identities on large numbers.
#include "support.h"

#include <math.h>

#include "object/bigint.h"
#include "object/bigint_digits.h"

static vm_isolate *vm;

static void open_isolate(void) { vm = support_open(); }
static void close_isolate(void) { support_close(vm); }

static uint64_t random_state;

static uint64_t next_random(void) {
    random_state += 0x9E3779B97F4A7C15ull;
    uint64_t z = random_state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static struct bigint *parse(const char *text) {
    vm_value v = bigint_from_string(vm, support_text(vm, text));
    ck_assert_msg(value_is_bigint(v), "%s", text);
    return value_as_bigint(v);
}

static bool is(struct bigint *b, const char *text) {
    return b && support_is(vm, bigint_to_string(vm, b, 10), text);
}

#define IS(b, text)                                                                                          \
    do {                                                                                                     \
        struct bigint *b_ = (b);                                                                             \
        ck_assert_msg(is(b_, text), "%s: not %s", #b, text);                                                 \
    } while (0)

// Random digits; now and then all ones or zeros, which find the rare branches of division.
static struct bigint *make_random(size_t digits) {
    uint64_t *values = malloc(digits * 8 + 8);
    for (size_t i = 0; i < digits; i++) {
        uint64_t kind = next_random() % 8;
        values[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : kind == 2 ? (uint64_t)1 << 63 : next_random();
    }
    struct bigint *b = bigint_from_digits(vm, next_random() & 1, values, digits);
    ck_assert_ptr_nonnull(b);
    free(values);
    return b;
}

START_TEST(precomputed) {
    static const char *const rows[][7] = {
        // a, b, a / b, a % b, a & b, a | b, a ^ b
        {"13935500888991235141", "15837184877706723481", "0", "13935500888991235141", "13925367785499934721",
         "15847317981198023901", "1921950195698089180"},
        {"-15523137368101252074", "12027861843233603113", "-1", "-3495275524867648961", "2342589297903375360",
         "-5837864822771024321", "-8180454120674399681"},
        {"264045017427051160471571604263658119919", "13817582653450212212", "19109349590980724052",
         "4039807282845596895", "10880987202748990052", "264045017427051160474508199714359342079",
         "264045017427051160463627212511610352027"},
        {"-296655907772500039379262815849238587963", "-16019991071338850466", "18517857247950850298",
         "-655503522665049095", "-296655907772500039394705677663593687740", "-577129256983750689",
         "296655907772500039394128548406609937051"},
        {"1153299332143128322801141983498104214849960363587412075735400",
         "1332663270693260446655088763905377080940", "865409407991843438498",
         "412089149346288900970245936600417707280", "396878402758985080689246021353273852008",
         "1153299332143128322802077768366038490215926206329964178964332",
         "1153299332143128322801680889963279505135236960308610905112324"},
        {"-995660859731315991492392288161436215447031946641945908728414",
         "1021451053887012327197960910828197691518", "-974751414610073803291",
         "-299432972261670639416569838733277542676", "340387535028142444918012666603817140258",
         "-995660859731315991491711224642577345564751998397721528177154",
         "-995660859731315991492051612177605488009670011064325345317412"},
        {"100104836114757753184401790541614881002697732018801211627223211617358062127621344080970479009839518"
         "246408400959216917982503771694751271529837808963617584195728682002939183130604190786899040377062092"
         "308775784349961950407234554498553957345907793732907890554670141575930892993370458847306718758459827"
         "11547",
         "1213967702579530468226353078144334044342724288084736508735647817707912269584371920401119332",
         "824608726426966877010259289312189457236243587880260155778941509375020621300812110025310815610310685"
         "219419407772304318209995343955527546675193394748430780599799902042773416540660506680226815230236627"
         "1442097900221",
         "964689511836902196233422083235502292636327726095112542254029192202833681372695110732539175",
         "67636063762145982623598816503116886740899275919852103687102358476024341559234901230528608",
         "100104836114757753184401790541614881002697732018801211627223211617358062127621344080970479009839518"
         "246408400959216917982503771694751271529837808963617584195728682002939183130604190786899040377062092"
         "308775784349973413723622728343409984888524205904483908804791790419981378447962777726586970128651533"
         "02271",
         "100104836114757753184401790541614881002697732018801211627223211617358062127621344080970479009839518"
         "246408400959216917982503771694751271529837808963617584195728682002939183130604190786899040377062092"
         "308775784349972737362985106883583748900359174735616499812032591898944507424378017483171377779639227"
         "73663"},
        {"-90232124393133787697258132253162408347406909569901866381491013141740908804700636209743391965116544"
         "142156558212780607520806360401177744072976310025453788180139756294833794031069763480596195225101514"
         "993275949664770633516676345482237111681562838828044423054934968660373648433592897028012412588024481"
         "97817",
         "1260812139091798615817893532556099516920721151286177208291898237058657036196233071595550229",
         "-71566668495221449157302850011187196881504879928269837586315669243984092390786214413504212374540353"
         "402112293258312982295440209451420861696623064290355369978734335507562865751479629509929918249335251"
         "62396945014092",
         "-347977807471773996563607359452521938323097130916894412354365366459690113067030227549370749",
         "175621215281813062884880752175453947042437399419180772709562236684191419803388001031198213",
         "-90232124393133787697258132253162408347406909569901866381491013141740908804700636209743391965116544"
         "142156558212780607520806360401177744072976310025453788180139756294833794031069763480596195225101514"
         "993275949664759781607438245626707781553759032372345640217416298696017825073589152371848484137318838"
         "45801",
         "-90232124393133787697258132253162408347406909569901866381491013141740908804700636209743391965116544"
         "142156558212780607520806360401177744072976310025453788180139756294833794031069763480596195225101514"
         "993275949664761537819591063757336630361280786911816064591410490503744920695955994286046518017329150"
         "44014"},
        {"490758413964108329403040056692397843622471835859612441040746751537650263475899780831522158540255628"
         "031898674095027346713271350346422243114265357391928617222955837097321182243186726267520482521177767"
         "9660899230742",
         "-21008288922961044885871322791181702571918323786404022001380223908735263698227872567238774722676212"
         "416529014079213202334649713287664292568154267991886380794037873023080300331207101236961536755245386"
         "23506029475307",
         "-2",
         "705926355048874316856136008687637921841053601315320010131422733629449895113423294867466640867313797"
         "013183925107633000202770845931363917511799975542010013421983766357151756190447015282897474162700432"
         "648840280128",
         "280998098840535449696772921362051207948953569658391612017300850890759649318584023850691589131465020"
         "452817343005592310183683446312426786119739023159173445287097279723773828409847992936147426946536833"
         "3365492580372",
         "-32257410603756915244609258147039004566497166281939099035633844046202282496296869155717781797151658"
         "620880970269698681690922884264746868701634568610863600452017285725564947873227903824231197781292772"
         "10622824937",
         "-28132067294657301884921901394352159799461854132121100300765718933122167214354699254224876694943653"
         "703902615270828929700059267515507425480675536884528208129161745258102947788858027197438973892434976"
         "10576115405309"},
        {"-39462005463286961111394683166733084471316421030566623461822264170588978220616081538195422977668610"
         "735228314516146820807979594952745204643977318923001441458847897263824772853275320540537593735448664"
         "67935814432587",
         "235784544363326278627631370302780405557973852204317612973388845526197601507270459410376847297165737"
         "936645725443403069019938733929464122749310686361988935620060230977766544422068019412407572994955217"
         "8261045704646",
         "-1",
         "-15883551026954333248631546136455043915519035810134862164483379617969218069889035597157738247952036"
         "941563741971806513905985721559798792369046250286802547896841874166048118411068518599296836435953142"
         "89674768727941",
         "104280142545880947854953477320400130823904789539330586706818176532617478986371107789735067908487106"
         "100064081664403227652350401565940467647031144939958630111931995583021067722068624980225905929897173"
         "4844064809092",
         "-26311565281542428034126893868495056997909514764067920835165197271230965968526146376131245038800747"
         "551570150138246836671220761716392839133749364780798410908035073724350225183275381097319427028942860"
         "24518833537033",
         "-36739579536130522819622241600535070080299993718000979505847014924492713867163257155104751829649458"
         "161576558304687159436455801872986885898452479274794273919228273282652331955482243595342017621932577"
         "59362898346125"},
        {"12337567297958585538", "-1", "-12337567297958585538", "0", "12337567297958585538", "-1",
         "-12337567297958585539"},
        {"-15582590062553700178", "-1", "15582590062553700178", "0", "-15582590062553700178", "-1",
         "15582590062553700177"},
        {"551394221634790754642263339315469874638", "-36450905971750245725", "-15127037502500646952",
         "10077801737997594438", "551394221634790754607096945237647515778", "-1284511893927886865",
         "-551394221634790754608381457131575402643"},
        {"-448390842596001628804226516259064773878", "-23815163774220316993", "18827955450861956783",
         "-21699471640538260359", "-448390842596001628809594864206708473334", "-18446815826576617537",
         "448390842596001628791148048380131855797"},
    };
    const char *const *row = rows[_i];
    struct bigint *a = parse(row[0]), *b = parse(row[1]);
    IS(a, row[0]);
    IS(b, row[1]);
    IS(bigint_divide(vm, a, b), row[2]);
    IS(bigint_remainder(vm, a, b), row[3]);
    IS(bigint_and(vm, a, b), row[4]);
    IS(bigint_or(vm, a, b), row[5]);
    IS(bigint_xor(vm, a, b), row[6]);
}
END_TEST

typedef __int128 wide_int;

static struct bigint *from_wide(wide_int value) {
    unsigned __int128 magnitude = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    uint64_t digits[2] = {(uint64_t)magnitude, (uint64_t)(magnitude >> 64)};
    return bigint_from_digits(vm, value < 0, digits, 2);
}

#define SAME(b, value)                                                                                       \
    do {                                                                                                     \
        struct bigint *same_ = (b);                                                                          \
        ck_assert_ptr_nonnull(same_);                                                                        \
        ck_assert_msg(bigint_equals(same_, from_wide(value)), "%s", #b);                                     \
        ck_assert(same_->cell.word || !bigint_is_negative(same_));                                           \
    } while (0)

START_TEST(small_numbers_like_int128) {
    random_state = 17;
    for (int i = 0; i < 3000; i++) {
        int64_t x = (int64_t)next_random() >> next_random() % 64,
                y = (int64_t)next_random() >> next_random() % 64;
        struct bigint *a = bigint_from_int64(vm, x), *b = bigint_from_int64(vm, y);
        SAME(bigint_add(vm, a, b), (wide_int)x + y);
        SAME(bigint_subtract(vm, a, b), (wide_int)x - y);
        SAME(bigint_multiply(vm, a, b), (wide_int)x * y);
        SAME(bigint_negate(vm, a), -(wide_int)x);
        SAME(bigint_not(vm, a), ~(wide_int)x);
        SAME(bigint_and(vm, a, b), (wide_int)x & y);
        SAME(bigint_or(vm, a, b), (wide_int)x | y);
        SAME(bigint_xor(vm, a, b), (wide_int)x ^ y);
        if (y) {
            SAME(bigint_divide(vm, a, b), (wide_int)x / y);
            SAME(bigint_remainder(vm, a, b), (wide_int)x % y);
        }
        unsigned shift = next_random() % 63;
        struct bigint *count = bigint_from_int64(vm, shift), *minus = bigint_from_int64(vm, -(int64_t)shift);
        SAME(bigint_shift_left(vm, a, count), (wide_int)x * ((wide_int)1 << shift));
        SAME(bigint_shift_right(vm, a, count), (wide_int)x >> shift);
        SAME(bigint_shift_left(vm, a, minus), (wide_int)x >> shift);
        SAME(bigint_shift_right(vm, a, minus), (wide_int)x * ((wide_int)1 << shift));
        unsigned bits = next_random() % 80;
        wide_int wide = (wide_int)x * y, mask = ((wide_int)1 << bits) - 1, low = wide & mask;
        SAME(bigint_as_uint(vm, bits, from_wide(wide)), low);
        if (bits && (low >> (bits - 1) & 1)) low -= mask + 1;
        SAME(bigint_as_int(vm, bits, from_wide(wide)), low);
        ck_assert_int_eq(bigint_compare(a, b), (x > y) - (x < y));
        ck_assert_uint_eq(bigint_to_uint64(a), (uint64_t)x);
        ck_assert(bigint_to_double(a) == (double)x);
        double d = (double)y;
        ck_assert_int_eq(bigint_compare_double(b, d), (wide_int)y == (wide_int)d  ? 0
                                                      : (wide_int)y < (wide_int)d ? -1
                                                                                  : 1);
    }
}
END_TEST

static uint64_t modulo(struct bigint *b, uint64_t m) {
    struct bigint *remainder = bigint_remainder(vm, b, bigint_from_uint64(vm, m));
    ck_assert_ptr_nonnull(remainder);
    uint64_t low = remainder->cell.word ? remainder->digits[0] : 0;
    return bigint_is_negative(remainder) ? m - low : low;
}

START_TEST(large_numbers_by_identities) {
    random_state = (uint64_t)_i + 5;
    const uint64_t prime = 0xFFFFFFFFFFFFFFC5ull;
    for (int i = 0; i < 60; i++) {
        size_t n = 1 + next_random() % (i % 4 ? 20 : i ? 400 : 4000);
        size_t m = 1 + next_random() % (i % 3 ? 20 : i ? 300 : 2000);
        struct bigint *a = make_random(n), *b = make_random(m);
        struct bigint *product = bigint_multiply(vm, a, b);
        uint64_t expected = (uint64_t)((unsigned __int128)modulo(a, prime) * modulo(b, prime) % prime);
        ck_assert_uint_eq(modulo(product, prime) % prime, expected);
        if (!bigint_is_zero(b)) {
            ck_assert(bigint_equals(bigint_divide(vm, product, b), a));
            ck_assert(bigint_is_zero(bigint_remainder(vm, product, b)));
            struct bigint *q = bigint_divide(vm, a, b), *r = bigint_remainder(vm, a, b);
            ck_assert(bigint_equals(bigint_add(vm, bigint_multiply(vm, q, b), r), a));
            ck_assert_int_lt(digits_compare(r->digits, r->cell.word, b->digits, b->cell.word), 0);
        }
        ck_assert(bigint_equals(bigint_subtract(vm, bigint_add(vm, a, b), b), a));
        struct bigint *shift = bigint_from_int64(vm, (int64_t)(next_random() % 500));
        struct bigint *shifted = bigint_shift_left(vm, a, shift);
        ck_assert(bigint_equals(bigint_shift_right(vm, shifted, shift), a));
        ck_assert(bigint_equals(bigint_power(vm, bigint_from_int64(vm, 2), shift),
                                bigint_shift_left(vm, bigint_from_int64(vm, 1), shift)));
        ck_assert(bigint_equals(bigint_multiply(vm, bigint_power(vm, bigint_from_int64(vm, 2), shift), a),
                                shifted));
        // a ^ b = (a | b) - (a & b)
        ck_assert(bigint_equals(bigint_xor(vm, a, b),
                                bigint_subtract(vm, bigint_or(vm, a, b), bigint_and(vm, a, b))));
        ck_assert(
            bigint_is_zero(bigint_add(vm, bigint_add(vm, bigint_not(vm, a), a), bigint_from_int64(vm, 1))));
        unsigned radix = 2 + (unsigned)(next_random() % 35);
        struct string *text = bigint_to_string(vm, a, radix);
        size_t length;
        char *chars = string_to_utf8(vm, text, &length);
        bool negative = bigint_is_negative(a);
        struct bigint *back =
            bigint_from_literal(vm, (const uint8_t *)chars + negative, length - negative, radix);
        ck_assert(bigint_equals(negative ? bigint_negate(vm, back) : back, a));
        memory_free(&vm->memory, chars);
        uint64_t bits = next_random() % (n * 64 + 70);
        struct bigint *as_int = bigint_as_int(vm, bits, a), *as_uint = bigint_as_uint(vm, bits, a);
        struct bigint *mask =
            bigint_subtract(vm, bigint_shift_left(vm, bigint_from_int64(vm, 1), bigint_from_uint64(vm, bits)),
                            bigint_from_int64(vm, 1));
        ck_assert(bigint_equals(bigint_and(vm, a, mask), as_uint));
        ck_assert(bigint_equals(bigint_and(vm, as_int, mask), as_uint));
        ck_assert_uint_lt(bigint_bit_length(as_int), bits + 1);
    }
}
END_TEST

START_TEST(doubles) {
    static const double values[] = {0,
                                    1,
                                    -1,
                                    0.5,
                                    -0.5,
                                    1e15,
                                    9007199254740993.0,
                                    1e16,
                                    1.8446744073709552e19,
                                    1e22,
                                    1e300,
                                    1.7976931348623157e308,
                                    -1e100,
                                    4294967296.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double d = values[i];
        struct bigint *b = bigint_from_double(vm, trunc(d));
        ck_assert(bigint_to_double(b) == trunc(d));
        ck_assert_int_eq(bigint_compare_double(b, d), (trunc(d) > d) - (trunc(d) < d));
        struct bigint *one = bigint_from_int64(vm, 1);
        ck_assert_int_eq(bigint_compare_double(bigint_add(vm, b, one), d), 1);
        ck_assert_int_eq(bigint_compare_double(bigint_subtract(vm, b, one), d), -1);
    }
    IS(bigint_from_double(vm, 1e21), "1000000000000000000000");
    IS(bigint_from_double(vm, -0.0), "0");
    ck_assert(bigint_to_double(parse("9007199254740993")) == 9007199254740992.0);
    ck_assert(bigint_to_double(parse("9007199254740995")) == 9007199254740996.0);
    ck_assert(bigint_to_double(parse("36893488147419107329")) == 36893488147419111424.0);
    ck_assert(bigint_to_double(parse("36893488147419107328")) == 36893488147419107328.0);
    struct bigint *huge = bigint_shift_left(vm, bigint_from_int64(vm, 1), bigint_from_int64(vm, 1024));
    ck_assert(bigint_to_double(huge) == INFINITY);
    ck_assert(bigint_to_double(bigint_subtract(vm, huge, bigint_from_int64(vm, 1))) == INFINITY);
    ck_assert_int_eq(bigint_compare_double(huge, INFINITY), -1);
    ck_assert_int_eq(bigint_compare_double(huge, -INFINITY), 1);
    ck_assert_int_eq(bigint_compare_double(huge, NAN), BIGINT_UNORDERED);
    ck_assert_int_eq(bigint_compare_double(bigint_from_int64(vm, 0), -0.0), 0);
    ck_assert_int_eq(bigint_compare_double(bigint_from_int64(vm, 0), 1e-300), -1);
    ck_assert_int_eq(bigint_compare_double(bigint_from_int64(vm, 1), 0.75), 1);
}
END_TEST

START_TEST(text) {
    IS(parse(""), "0");
    IS(parse(" \n 12 \xE2\x80\xA8"), "12");
    IS(parse("-0"), "0");
    IS(parse("+7"), "7");
    IS(parse("0x1F"), "31");
    IS(parse("0Xff"), "255");
    IS(parse("0o17"), "15");
    IS(parse("0b101"), "5");
    IS(parse("0000000000000000000000000000000000000001"), "1");
    static const char *const bad[] = {"-",   "+",   "1n",  "0x",  "-0x1", "1 2",     "1.5",
                                      "1e3", "0b2", "0o8", "--1", "€",    "Infinity"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(value_is_undefined(bigint_from_string(vm, support_text(vm, bad[i]))), "%s", bad[i]);
    }
    ck_assert(support_is(vm, bigint_to_string(vm, parse("-255"), 16), "-ff"));
    ck_assert(support_is(vm, bigint_to_string(vm, parse("35"), 36), "z"));
    ck_assert(
        support_is(vm, bigint_to_string(vm, parse("10000000000000000000"), 10), "10000000000000000000"));
    ck_assert(support_is(vm, bigint_to_string(vm, parse("0x123456789abcdef0123456789abcdef"), 32),
                         "14d2mf2dbpnng28q5cu4qnjff"));
}
END_TEST

START_TEST(limits) {
    struct bigint *one = bigint_from_int64(vm, 1), *zero = bigint_from_int64(vm, 0);
    struct bigint *top = bigint_shift_left(vm, one, bigint_from_int64(vm, BIGINT_MAX_BITS - 1));
    ck_assert_ptr_nonnull(top);
    ck_assert_uint_eq(bigint_bit_length(top), BIGINT_MAX_BITS);
    ck_assert_ptr_null(bigint_add(vm, top, top));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    ck_assert_ptr_null(bigint_multiply(vm, top, top));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    ck_assert_ptr_null(bigint_shift_left(vm, one, top));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    ck_assert(bigint_is_zero(bigint_shift_left(vm, zero, top)));
    ck_assert(bigint_is_zero(bigint_shift_right(vm, one, top)));
    IS(bigint_shift_right(vm, bigint_from_int64(vm, -5), top), "-1");
    ck_assert_ptr_null(bigint_power(vm, bigint_from_int64(vm, 3), top));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    ck_assert_ptr_null(bigint_power(vm, bigint_from_int64(vm, 10), bigint_from_int64(vm, 6000000)));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    ck_assert_ptr_null(bigint_power(vm, one, bigint_from_int64(vm, -1)));
    ck_assert(support_threw(vm, "Exponent must be non-negative"));
    IS(bigint_power(vm, bigint_from_int64(vm, -1), bigint_add(vm, top, one)), "-1");
    IS(bigint_power(vm, zero, zero), "1");
    IS(bigint_power(vm, bigint_from_int64(vm, -2), bigint_from_int64(vm, 65)), "-36893488147419103232");
    IS(bigint_power(vm, bigint_from_int64(vm, -3), bigint_from_int64(vm, 41)), "-36472996377170786403");
    ck_assert_ptr_null(bigint_divide(vm, one, zero));
    ck_assert(support_threw(vm, "Division by zero"));
    ck_assert_ptr_null(bigint_remainder(vm, one, zero));
    ck_assert(support_threw(vm, "Division by zero"));
    uint64_t bits = ((uint64_t)1 << 53) - 1;
    IS(bigint_as_int(vm, bits, bigint_from_int64(vm, -7)), "-7");
    IS(bigint_as_uint(vm, bits, bigint_from_int64(vm, 7)), "7");
    ck_assert_ptr_null(bigint_as_uint(vm, bits, bigint_from_int64(vm, -7)));
    ck_assert(support_threw(vm, "Maximum BigInt size exceeded"));
    IS(bigint_as_int(vm, 0, bigint_from_int64(vm, -7)), "0");
    IS(bigint_as_int(vm, 64, parse("9223372036854775808")), "-9223372036854775808");
    IS(bigint_as_int(vm, 64, parse("-9223372036854775808")), "-9223372036854775808");
    IS(bigint_as_int(vm, 3, bigint_from_int64(vm, 25)), "1");
}
END_TEST

START_TEST(survives_any_failed_allocation) {
    struct bigint *a = make_random(300), *b = make_random(120);
    for (int n = 1;; n++) {
        vm->memory.failed_once = false;
        vm->memory.fail_countdown = (uint64_t)n;
        struct bigint *product = bigint_multiply(vm, a, b), *quotient = bigint_divide(vm, a, b);
        struct string *text = bigint_to_string(vm, a, 10);
        vm->memory.fail_countdown = 0;
        bool failed = !product || !quotient || !text;
        if (failed) ck_assert(support_threw(vm, "Out of memory"));
        if (!vm->memory.failed_once) break;
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bigint");
    TCase *tests = tcase_create("bigint");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, precomputed, 0, 14);
    tcase_add_test(tests, small_numbers_like_int128);
    tcase_add_loop_test(tests, large_numbers_by_identities, 0, 4);
    tcase_add_test(tests, doubles);
    tcase_add_test(tests, text);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, survives_any_failed_allocation);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
